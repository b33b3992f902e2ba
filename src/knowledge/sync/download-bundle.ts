import type { SyncDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import { BundleReceiver } from "./bundle-receiver.ts";
import { type Delivery, fetchUpstream } from "./fetch-upstream.ts";
import { RetryBudget } from "./retry-budget.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { bundleLimits } from "../../platform/outbound/time-limits.ts";

export interface DownloadRequest {
  url: string;
  /** Name under which the parts are stored, so that a later attempt resumes with them. */
  upload: string;
  /** Headers of a conditional request, empty to download the bundle in any case. */
  conditions: Record<string, string>;
  /** Called with the bytes so far and the total, 0 while unknown. A rejection ends the download. */
  onBytes: (done: number, total: number) => Promise<void>;
}

/** A bundle that is now in object storage. */
export interface Download {
  sha256: string;
  collection: StixObject | null;
  etag: string | null;
  last_modified: string | null;
}

/**
 * Streams a bundle from upstream into object storage. Returns null if it has not changed according to the conditions.
 * An interrupted transfer is resumed if upstream supports ranges and still has the same bytes (RFC 9110, 13.1.5 and
 * 14), even after a restart of the service.
 * @throws OutboundError
 */
export async function downloadBundle(
  deps: SyncDeps,
  request: DownloadRequest,
): Promise<Download | null> {
  const budget = new RetryBudget(deps);
  let receiver = await BundleReceiver.resume(deps.bundles, request.upload);
  let furthest = receiver.size;
  for (;;) {
    try {
      const asked = { url: request.url, headers: headersFor(receiver, request) };
      const limited = { ...asked, ...bundleLimits(deps.settings) };
      return await fetchUpstream(deps, limited, async (delivery) => {
        if (delivery.status === 304) {
          await receiver.discard();
          return null;
        }
        receiver = await receiverFor(deps, request, receiver, delivery);
        return await receive(deps, request, receiver, delivery);
      });
    } catch (cause) {
      const error = explain(request.url, cause);
      if (error instanceof OutboundError && !canResume(error, receiver)) {
        await receiver.discard();
        receiver = new BundleReceiver(deps.bundles, request.upload, "");
      }
      await budget.wait(error, receiver.size > furthest);
      furthest = Math.max(furthest, receiver.size);
    }
  }
}

function headersFor(
  { size, validator }: BundleReceiver,
  { conditions }: DownloadRequest,
): Record<string, string> {
  // Ranges count encoded bytes, so a transfer that may be resumed is requested without encoding.
  const headers = { ...conditions, "Accept-Encoding": "identity" };
  if (size === 0) return headers;
  const isStrong = !validator.startsWith("W/");
  return { ...headers, Range: `bytes=${size}-`, ...(isStrong && { "If-Range": validator }) };
}

/** Returns the receiver for this response: the existing one if it continues it, otherwise a new one. */
async function receiverFor(
  deps: SyncDeps,
  { url, upload }: DownloadRequest,
  receiver: BundleReceiver,
  delivery: Delivery,
): Promise<BundleReceiver> {
  if (delivery.status === 206) {
    const [, start] = /^bytes (\d+)-/.exec(delivery.headers.get("Content-Range") ?? "") ?? [];
    const isSame = validatorOf(delivery.headers) === receiver.validator;
    if (isSame && Number(start) === receiver.size) return receiver;
  }
  if (delivery.status !== 200) {
    throw new ChangedMeanwhile(`${url} changed while it was downloaded.`, { transient: true });
  }
  if (receiver.size > 0) await receiver.discard();
  return new BundleReceiver(deps.bundles, upload, validatorOf(delivery.headers));
}

/** The stored bytes differ from those upstream has now. */
class ChangedMeanwhile extends OutboundError {}

async function receive(
  deps: SyncDeps,
  { url, onBytes }: DownloadRequest,
  receiver: BundleReceiver,
  delivery: Delivery,
): Promise<Download> {
  const limit = deps.settings.MAX_BUNDLE_BYTES;
  const total = totalOf(receiver, delivery);
  for await (const chunk of delivery.chunks()) {
    if (receiver.size + chunk.length > limit) {
      const message = `The bundle at ${url} is larger than the limit of ${formatBytes(limit)}.`;
      throw new OutboundError(message, { transient: false });
    }
    await receiver.write(chunk);
    await onBytes(receiver.size, total);
  }
  if (receiver.size < total) {
    const message = `${url} ended after ${receiver.size} of ${total} bytes.`;
    throw new OutboundError(message, { transient: true });
  }
  const received = await receiver.finish();
  const { headers } = delivery;
  return { ...received, etag: headers.get("ETag"), last_modified: headers.get("Last-Modified") };
}

/** Returns the bytes of the whole bundle, or 0 if the response does not declare them. */
function totalOf(receiver: BundleReceiver, { status, headers }: Delivery): number {
  const length = isEncoded(headers) ? 0 : Number(headers.get("Content-Length") ?? "0");
  return length === 0 ? 0 : length + (status === 206 ? receiver.size : 0);
}

function validatorOf(headers: Headers): string {
  if (isEncoded(headers)) return "";
  return headers.get("ETag") ?? headers.get("Last-Modified") ?? "";
}

function isEncoded(headers: Headers): boolean {
  return (headers.get("Content-Encoding") ?? "identity") !== "identity";
}

/** Returns whether the received bytes are usable for another attempt. */
function canResume(error: OutboundError, { validator }: BundleReceiver): boolean {
  const isGood = !(error instanceof ChangedMeanwhile) && !(error instanceof CutShort);
  return error.transient && isGood && validator !== "";
}

/** The transfer was complete, but it ends in the middle of the bundle. */
class CutShort extends OutboundError {}

/** Converts a bundle error to one about upstream. */
function explain(url: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "not_stix") return error;
  if (/is cut short/.test(error.message)) {
    return new CutShort(`The bundle at ${url} is cut short.`, { transient: true, cause: error });
  }
  const found = error.message.replace("The body is not", "It is not");
  const message = `What ${url} sent cannot be used. ${found}`;
  return new OutboundError(message, { transient: false, cause: error });
}
