import { configure } from "@testing-library/react";

// Browser features that the app needs and jsdom lacks. jsdom has no layout, so nothing is ever resized or scrolled.
if (typeof document !== "undefined") {
  document.documentElement.dataset.apiRoot = "http://shop.test/api";
  Object.assign(Element.prototype, { scrollIntoView() {} });
  Object.assign(SVGElement.prototype, { getScreenCTM: () => null });
  Object.assign(globalThis, {
    CSS: { escape: (text: string) => text },
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
}

// How long tests wait for something to appear. It is long, because a busy machine may be slow.
configure({ asyncUtilTimeout: 20_000 });
