/**
 * The longest side of an uploaded photo in pixels. Larger photos are scaled down before the upload, because the shop
 * stores even smaller ones.
 */
const maxSideLength = 1600;

/**
 * Whether a file is a PNG or JPEG, according to the type that the browser reports, or to its name if the
 * browser reports no type.
 */
export function isPhotoFile({ name, type }: { name: string; type: string }): boolean {
  return type === "image/png" || type === "image/jpeg" || (type === "" && /\.(png|jpe?g)$/i.test(name));
}

/** The factor by which a photo is scaled down; 1 if it is small enough. */
export function scaleOf({ width, height }: { width: number; height: number }): number {
  return Math.min(1, maxSideLength / Math.max(width, height, 1));
}

/**
 * The photo, scaled down if it is too large. A file that the browser cannot decode is sent unchanged, and the server
 * checks it.
 */
export async function smaller(file: File): Promise<Blob> {
  try {
    const photo = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = scaleOf(photo);
    if (scale === 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext("2d")?.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return drawn ?? file;
  } catch {
    return file;
  }
}
