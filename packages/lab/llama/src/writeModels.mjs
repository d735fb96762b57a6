// Writes the model twice to a folder: as the server has it, and with llama.cpp's own mean.
import { join } from "node:path"
import { pooling, writeTinyModel } from "./tinyModel.mjs"

const [folder] = process.argv.slice(2)
writeTinyModel(join(folder, "last.gguf"), pooling.last)
writeTinyModel(join(folder, "mean.gguf"), pooling.mean)
