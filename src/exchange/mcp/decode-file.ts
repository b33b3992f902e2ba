import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";

const base64 = z.string().min(1).meta({ description: "Content of the file in base64." });

/** The arguments for a file: base64, or the contents of another server's resource. */
export const fileArgs = {
  filename: z.string().max(1000).optional().meta({
    description: "Name of the file; the last part of the address of the resource if left out.",
  }),
  content_base64: base64.optional(),
  resource: z
    .object({
      uri: z.string().max(2048),
      mimeType: z.string().max(255).optional(),
      text: z.string().optional(),
      blob: base64.optional(),
    })
    .optional()
    .meta({ description: "Contents of a resource, as `resources/read` returns them." }),
};
type FileArgs = z.output<z.ZodObject<typeof fileArgs>>;

/**
 * Returns the file in a call's arguments.
 * @throws AppError `input_required`, `validation_error`, `file_too_large`
 */
export function decodeFile(
  { filename, content_base64: content, resource }: FileArgs,
  limit: number,
): { bytes: Uint8Array<ArrayBuffer>; filename: string } {
  const given = [content, resource?.blob, resource?.text].filter((one) => one !== undefined);
  if (given.length !== 1) {
    throw new AppError(
      "input_required",
      "Send the file once: as 'content_base64', or as 'resource' with 'blob' or 'text'.",
    );
  }
  const packed = content ?? resource?.blob;
  const bytes =
    packed === undefined
      ? new Uint8Array(new TextEncoder().encode(resource?.text ?? ""))
      : decodeBase64(packed);
  if (bytes.byteLength > limit) {
    throw new AppError("file_too_large", `The file is larger than ${formatBytes(limit)}.`);
  }
  return { bytes, filename: filename ?? resource?.uri ?? "" };
}

/** Accepts base64 with or without line breaks, in the standard or the URL alphabet. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    const detail = "The content of the file must be base64.";
    throw new AppError("validation_error", detail);
  }
}
