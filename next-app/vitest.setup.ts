// What the app finds in a page, and jsdom does not have. Nothing is laid out here, so nothing is resized.
if (typeof document !== "undefined") {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text },
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
}
