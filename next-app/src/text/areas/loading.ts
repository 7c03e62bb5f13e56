export const loadingTexts = {
  "loading.default": "Loading",
  "loading.add-to-cart": "Adding to your cart",
  "loading.hold": "Holding your items",
  "loading.update-cart": "Updating your cart",
} as const;
