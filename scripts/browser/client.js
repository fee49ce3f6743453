// client.js: the Worker in which tesela runs, and what it is asked.

// What was going on when the Worker was ended, or ended by itself.
export class Stopped extends Error {}

// A module that catches an exception, as tesela does.
const CATCHES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6,
  64, 25, 11, 11];

// Can this browser run tesela?
export function is_able() {
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(CATCHES));
}

export class Client {
  // `out` is called with what is printed, `lost` with why the Worker has ended.
  constructor(out, lost) {
    this.out = out;
    this.lost = lost;
    this.number = 0;
    this.waiting = new Map();
  }

  start() {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    this.worker = worker;
    this.ended = null; // why
    this.ready = new Promise((resolve, reject) => {
      this.refuse = reject;
      const fail = why => {
        if (worker !== this.worker || this.ended) return;
        this.ended = `tesela has ended: ${why || "it could not be loaded"}.`;
        worker.terminate();
        this.drop();
        this.lost(this.ended);
      };
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve(true);
        else if (data.failed !== undefined) fail(data.failed);
        else this.hear(data);
      };
      worker.onerror = event => {
        event.preventDefault(); // or it may be an error of the page, too
        fail(event.message);
      };
    });
    this.ready.catch(() => {});
  }

  // What was asked has no answer.
  drop() {
    this.refuse(new Stopped());
    for (const asked of this.waiting.values()) asked.reject(new Stopped());
    this.waiting.clear();
  }

  // Resolves, to true, when it can be asked.
  async begin() {
    if (!this.worker) this.start();
    if (this.ended) {
      this.lost(this.ended);
      throw new Stopped();
    }
    return this.ready;
  }

  hear({ id, out, told, answer }) {
    const asked = this.waiting.get(id);
    if (out !== undefined) this.out(out);
    if (!asked) return;
    if (told !== undefined) asked.told(JSON.parse(told));
    if (answer === undefined) return;
    this.waiting.delete(id);
    const reply = JSON.parse(answer);
    if (reply.error === undefined) asked.resolve(reply);
    else asked.reject(new Error(reply.error));
  }

  // The reply to a request; what is wrong with it is an error. `told` hears how it goes.
  async ask(request, told = () => {}) {
    await this.begin();
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, told });
      this.worker.postMessage({ id, ask: JSON.stringify(request) });
    });
  }

  // Ends what is going on, and all that the Worker knew.
  stop() {
    if (!this.worker) return;
    this.worker.terminate();
    this.drop();
    this.start();
  }
}
