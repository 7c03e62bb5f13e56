export const upgradeApiTexts = {
  "upgrade.no-barcodes": "No valid barcodes found",
  "upgrade.too-long": "A barcode has no more than 17 letters and digits: {{codes}}",
  "upgrade.none-selected": "No tickets selected for upgrade",
} as const;
