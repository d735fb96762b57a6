// `leadline verify` over every scripted server of decisions, and over every fault.
import "./verify.test.ts"
