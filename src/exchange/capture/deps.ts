import type { Mail } from "../../formats/mail/mail.ts";
import type { IntakeDeps } from "../../pipeline/intake/deps.ts";

/** Dependencies of the capture of pages and emails. */
export interface CaptureDeps extends IntakeDeps {
  readers: IntakeDeps["readers"] & { mail(caller: string, bytes: Uint8Array): Promise<Mail> };
  settings: IntakeDeps["settings"] & { MAX_UPLOAD_BYTES: number; MAIL_SENDERS: readonly string[] };
}
