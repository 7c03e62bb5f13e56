export const upgradeApiTexts = {
  "upgrade.no-barcodes": "No valid barcodes found",
  "upgrade.too-long": "A barcode has 17 letters and digits at most: {{codes}}",
  "upgrade.none-selected": "No tickets selected for upgrade",
} as const;
