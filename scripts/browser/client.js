// client.js: the Worker in which tesela runs, and what it is asked.

// What was going on when the Worker was ended.
export class Stopped extends Error {}

export class Client {
  // `out` is called with what is printed.
  constructor(out) {
    this.out = out;
    this.number = 0;
    this.start();
  }

  start() {
    const worker = new Worker("worker.js");
    this.worker = worker;
    this.waiting = new Map();
    this.ready = new Promise((resolve, reject) => {
      const fail = why => {
        const error = new Error(why || "tesela could not be loaded");
        reject(error);
        for (const asked of this.waiting.values()) asked.reject(error);
        this.waiting.clear();
      };
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve();
        else this.hear(data);
      };
      worker.onerror = event => fail(event.message);
    });
    this.ready.catch(() => {});
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
    const worker = this.worker;
    await this.ready;
    if (worker !== this.worker) throw new Stopped();
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, told });
      worker.postMessage({ id, ask: JSON.stringify(request) });
    });
  }

  // Ends what is going on, and all that the Worker knew.
  stop() {
    const waiting = this.waiting;
    this.worker.terminate();
    this.start();
    for (const asked of waiting.values()) asked.reject(new Stopped());
  }
}
