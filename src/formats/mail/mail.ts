/** A parsed email: its headers, its text, and the outcome for each attachment. */
export interface Mail {
  subject: string;
  /** Name or address of the author; null if there is none. */
  from: string | null;
  /** ISO 8601; null if the email has no date or an invalid one. */
  sent_at: string | null;
  /** The header `Message-ID`; null if there is none. */
  message_id: string | null;
  /** The body text; empty if there is none. */
  text: string;
  attachments: MailAttachment[];
}

/** An attachment by file name: its text, or the reason why it has none. */
export type MailAttachment =
  | { name: string; text: string; reason: null }
  | { name: string; text: null; reason: string };
