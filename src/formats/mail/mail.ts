/** An email as it was read: what its headers say, its text, and what became of each attachment. */
export interface Mail {
  subject: string;
  /** Name or address of the author; null where there is none. */
  from: string | null;
  /** ISO 8601; null where the email has no date, or one that is none. */
  sent_at: string | null;
  /** As the header `Message-ID` has it; null where there is none. */
  message_id: string | null;
  /** Text of the body; empty where there is none. */
  text: string;
  attachments: MailAttachment[];
}

/** An attachment under its file name: its text, or why there is none. */
export type MailAttachment =
  | { name: string; text: string; reason: null }
  | { name: string; text: null; reason: string };
