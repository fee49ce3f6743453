// offline.js: a service worker that keeps all files of one version of the page, which are in one
// folder, and serves only them. The next version has its own cache, and becomes active when the
// page is opened and no other tab has it open, so no page ever mixes files of two versions.
"use strict";

// sh .ci/web inserts the version's folder and its files.
const FOLDER = "@FOLDER@/", FILES = "@FILES@".split(" ");
const OWN = `tesela ${self.registration.scope} `, NAME = OWN + FOLDER;

self.addEventListener("install", event => {
  event.waitUntil(caches.open(NAME).then(cache => cache.addAll(FILES.map(file => FOLDER + file))));
});

self.addEventListener("activate", event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names
    .filter(name => name.startsWith(OWN) && name !== NAME).map(name => caches.delete(name)))));
});

// A page asks the waiting version to become active.
async function begin() {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = tabs.filter(tab => tab.url.startsWith(self.registration.scope));
  if (pages.length === 1) await self.skipWaiting();
}

self.addEventListener("message", event => event.waitUntil(begin()));

async function answer(request) {
  const { scope } = self.registration, place = request.url.replace(/[?#].*$/, "");
  const is_page = place === scope || place === scope + "index.html";
  const cache = await caches.open(NAME);
  return await cache.match(is_page ? FOLDER + "index.html" : request) || fetch(request);
}

self.addEventListener("fetch", event => event.respondWith(answer(event.request)));
