/** For screens and paper with more pixels than the drawing has units. */
const SCALE = 2;
/** The longest side of a canvas in browsers. */
const MAX_SIDE = 16_000;

/**
 * Converts a drawing to PNG.
 * @throws Error if the browser cannot create a picture of this size
 */
export async function toPng(drawn: { svg: string; width: number; height: number }): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(drawn.width, drawn.height);
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, MAX_SIDE / Math.max(drawn.width, drawn.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(drawn.width * scale);
    canvas.height = Math.round(drawn.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("The browser cannot make a picture so large."));
        else resolve(blob);
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
