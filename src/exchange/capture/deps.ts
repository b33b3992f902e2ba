import type { Mail } from "../../formats/mail/mail.ts";
import type { IntakeDeps } from "../../pipeline/intake/deps.ts";

/** What capturing pages and emails takes. */
export interface CaptureDeps extends IntakeDeps {
  readers: IntakeDeps["readers"] & { mail(caller: string, bytes: Uint8Array): Promise<Mail> };
  settings: IntakeDeps["settings"] & { MAX_UPLOAD_BYTES: number; MAIL_SENDERS: readonly string[] };
}
