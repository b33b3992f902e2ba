import { AppError } from "../../../platform/lib/errors.ts";
import { unpackBody } from "../../../platform/lib/unpack-body.ts";
import { type EventBatches, readEvents } from "../../evaluate/read/read-events.ts";
import { MAX_EVENT_BYTES } from "./vocabulary.ts";

/**
 * Reads the events of a request's body as a stream.
 * @throws AppError `body_too_large`, `invalid_json` during the reading
 */
export function unpackedEvents(
  body: AsyncIterable<Uint8Array> | null,
  encoding: string,
): EventBatches {
  if (body === null) return readEvents([]);
  const bytes = unpackBody(body, {
    gzip: /\bgzip\b/i.test(encoding),
    maxBytes: MAX_EVENT_BYTES,
    maxUnpackedBytes: MAX_EVENT_BYTES,
    what: "events",
    unreadable: "invalid_json",
  });
  return readEvents(bytes);
}

/** Returns the events of a form's `file`. @throws AppError `input_required` */
export function formEvents(parts: ReadonlyMap<string, Uint8Array>): EventBatches {
  const file = parts.get("file");
  if (file === undefined) throw new AppError("input_required", "Send the events as 'file'.");
  return readEvents([file]);
}
