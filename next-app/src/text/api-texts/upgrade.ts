export const upgradeApiTexts = {
  "upgrade.no-barcodes": "No valid barcodes found",
  "upgrade.too-long": "Too long: {{codes}}. A barcode can have up to 17 letters and digits.",
  "upgrade.none-selected": "No tickets selected for upgrade",
} as const;
