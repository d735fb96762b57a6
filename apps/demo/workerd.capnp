# The demo on workerd. What is bound are variables of the process that starts it.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "demo", worker = .demo),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true)))
  ],
  sockets = [(name = "http", address = "127.0.0.1:8000", http = (), service = "demo")]
);

const demo :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-07-01",
  bindings = [
    (name = "HOSTS", fromEnvironment = "HOSTS"),
    (name = "REQUESTS_PER_MINUTE", fromEnvironment = "REQUESTS_PER_MINUTE"),
    (name = "LEADLINE_BASE_URL", fromEnvironment = "LEADLINE_BASE_URL"),
    (name = "LEADLINE_API_KEY", fromEnvironment = "LEADLINE_API_KEY")
  ],
  globalOutbound = "internet"
);
