"""Opens the pages that pages.lua has made in a folder in Firefox: none is wider than its window.
A page of our own shows each in a frame and sends the width that it measures, so this needs no
driver."""

import http.server
import json
import os
import subprocess
import sys
import threading

folder = sys.argv[1]
SIZES = (1280, 800), (390, 844)  # a desk and a phone

PROBE = """<!DOCTYPE html><body><script>
const frame = document.body.appendChild(document.createElement("iframe"));
const loaded = address => new Promise(done => { frame.onload = done; frame.src = address; });

// The script of a page with games shows the one that is asked for.
async function shown(page) {
  const replay = page.getElementById("replay");
  while (replay && replay.hidden) await new Promise(done => setTimeout(done, 20));
}

async function measure([name, fragment, width, height]) {
  frame.style.cssText = `border: 0; width: ${width}px; height: ${height}px`;
  await loaded("about:blank");
  await loaded(name + fragment);
  await shown(frame.contentDocument);
  return [name + fragment, width, frame.contentDocument.documentElement.scrollWidth];
}

(async () => {
  const found = [];
  for (const each of PAGES) found.push(await measure(each));
  await fetch("/found", { method: "POST", body: JSON.stringify(found) });
})();
</script>"""


class Pages(http.server.SimpleHTTPRequestHandler):
    found = None

    def __init__(self, *words):
        super().__init__(*words, directory=folder)

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.answer(PROBE.replace("PAGES", json.dumps(self.server.pages)))

    def do_POST(self):
        self.server.found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer("")
        threading.Thread(target=self.server.shutdown).start()

    def answer(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def measured(pages):
    """The widths of pages, each [name, fragment, width, height]: [address, of the window, of the page]."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.pages, server.found = pages, None
    limit = threading.Timer(300, server.shutdown)
    limit.start()
    with subprocess.Popen([os.environ["FIREFOX"], "--headless", "--no-remote", "--profile",
                           os.path.join(folder, "profile"),
                           "http://127.0.0.1:%d/" % server.server_port],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as firefox:
        server.serve_forever()
        firefox.terminate()
    limit.cancel()
    return server.found


def main():
    os.mkdir(os.path.join(folder, "profile"))
    names = sorted(name for name in os.listdir(folder) if name.endswith(".html"))
    found = measured([[name, "#g1p9", *size] for name in names for size in SIZES])
    wide = [each for each in found if each[2] > each[1]]
    assert not wide, wide


main()
