/** The longest side, in pixels, of what is sent: the shop keeps less, and a telephone takes far more. */
const longestSide = 1600;

/** Whether a file is of a kind that the shop takes (spec 2 §5), by its name or what the browser takes it for. */
export function isPicture({ name, type }: { name: string; type: string }): boolean {
  return type === "image/png" || type === "image/jpeg" || (type === "" && /\.(png|jpe?g)$/i.test(name));
}

/** The side by which a picture is to be made smaller; 1 for one that is small enough. */
export function scaleOf({ width, height }: { width: number; height: number }): number {
  return Math.min(1, longestSide / Math.max(width, height, 1));
}

/** The picture in the size in which it is sent. What this browser cannot draw is sent as it is: the shop says what is wrong. */
export async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = scaleOf(picture);
    if (scale === 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return drawn ?? file;
  } catch {
    return file;
  }
}
