// client.js: the Worker in which tesela runs, and its requests.

// The Worker was ended, or ended by itself, before it answered.
export class Stopped extends Error {}

const MOST = 3; // consecutive Workers that end by themselves without an answer

export class Client {
  // `page` has the functions say(text), for printed text; lost(why), if the Worker has ended for
  // good; restore(), which returns the requests that give a new Worker the state of the last one;
  // and is_restorable(): do these restore all of it?
  constructor(page) {
    this.page = page;
    this.number = 0;
    this.waiting = new Map();
    this.lives = MOST;
  }

  start(requests = []) {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    this.worker = worker;
    this.ended = null; // the reason
    this.ready = new Promise((resolve, reject) => {
      [this.accept, this.refuse] = [resolve, reject];
      const fail = why => {
        if (worker !== this.worker || this.ended) return;
        worker.terminate();
        this.end(`tesela has ended: ${why || "it could not be loaded"}.`);
      };
      worker.onmessage = ({ data }) => {
        if (data.ready) this.restore(requests).then(resolve, error => fail(error.message));
        else if (data.failed !== undefined) fail(data.failed);
        else this.hear(data);
      };
      worker.onerror = event => {
        event.preventDefault(); // or it may become an error of the page, too
        fail(event.message);
      };
    });
    this.ready.catch(() => {});
  }

  async restore(requests) {
    for (const request of requests) await this.post(request, () => {}, true);
    return true;
  }

  // The Worker has ended by itself. A new one gets the same requests, a few times, except input at
  // the prompt, which might run twice.
  end(why) {
    const asked = [...this.waiting.values()].filter(each => !each.again);
    this.lives--;
    if (this.lives === 0 || !this.page.is_restorable()) {
      this.lives = MOST;
      this.ended = why;
      this.drop();
      this.page.lost(why);
      return;
    }
    const { accept, refuse } = this;
    this.waiting.clear();
    this.start(this.page.restore());
    this.ready.then(accept, refuse);
    for (const { request, told, resolve, reject } of asked) {
      if (request.do === "eval") reject(new Error(why));
      else this.ask(request, told).then(resolve, reject);
    }
  }

  // The requests in progress have no answer.
  drop() {
    this.refuse(new Stopped());
    for (const asked of this.waiting.values()) asked.reject(new Stopped());
    this.waiting.clear();
  }

  // Resolves to true when the Worker accepts requests.
  async begin() {
    if (!this.worker) this.start();
    if (this.ended) {
      this.page.lost(this.ended);
      throw new Stopped();
    }
    return this.ready;
  }

  hear({ id, out, told, answer }) {
    const asked = this.waiting.get(id);
    if (out !== undefined) this.page.say(out);
    if (!asked) return;
    if (told !== undefined) asked.told(JSON.parse(told));
    if (answer === undefined) return;
    this.waiting.delete(id);
    if (!asked.again) this.lives = MOST;
    const reply = JSON.parse(answer);
    if (reply.error === undefined) asked.resolve(reply);
    else asked.reject(new Error(reply.error));
  }

  // Sends a request to the current Worker; `again`: it was sent to an earlier one.
  post(request, told, again) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { request, told, again, resolve, reject });
      this.worker.postMessage({ id, ask: JSON.stringify(request) });
    });
  }

  // The reply to a request; an error in it is thrown. `told` receives progress.
  async ask(request, told = () => {}) {
    await this.begin();
    return this.post(request, told);
  }

  // Ends the work in progress; a new Worker gets the state that can be restored.
  stop() {
    if (!this.worker) return;
    this.worker.terminate();
    this.drop();
    this.start(this.page.restore());
  }
}
