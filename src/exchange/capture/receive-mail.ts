import { AppError } from "../../platform/lib/errors.ts";
import { describeError } from "../../platform/lib/log.ts";
import { formatBytes, readUpTo } from "../../platform/lib/streams.ts";
import { captureMail } from "./capture-mail.ts";
import type { CaptureDeps } from "./deps.ts";

/** The required part of Cloudflare's `ForwardableEmailMessage`. */
export interface ReceivedMail {
  /** Envelope address. */
  from: string;
  raw: ReadableStream<Uint8Array>;
  setReject(reason: string): void;
}

/**
 * Receives an email from Cloudflare Email Routing. Rejects unreadable emails, and senders not in `MAIL_SENDERS`; the
 * sender receives the reason.
 */
export async function receiveMail(deps: CaptureDeps, mail: ReceivedMail): Promise<void> {
  if (!isAllowed(mail.from, deps.settings.MAIL_SENDERS)) {
    mail.setReject("This address does not accept email from you.");
    return;
  }
  try {
    const bytes = await readRaw(mail, deps.settings.MAX_UPLOAD_BYTES);
    await captureMail(deps, { name: `mail of ${mail.from}`, role: "analyst" }, bytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log("warn", "mail.rejected", describeError(error));
    mail.setReject(error.message);
  }
}

/** @throws AppError `file_too_large` */
async function readRaw({ raw }: ReceivedMail, limit: number): Promise<Uint8Array> {
  const { bytes, complete } = await readUpTo(raw.getReader(), limit);
  if (complete) return bytes;
  throw new AppError("file_too_large", `The email is larger than ${formatBytes(limit)}.`);
}

/** @param senders addresses, and domains that begin with `@` */
export function isAllowed(from: string, senders: readonly string[]): boolean {
  const address = from.trim().toLowerCase();
  const domain = address.slice(address.lastIndexOf("@"));
  return senders.some((sender) => {
    const known = sender.toLowerCase();
    return known === address || (known.startsWith("@") && known === domain);
  });
}
