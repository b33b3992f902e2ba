import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Capture, captureMail } from "../../api/capture.ts";

/** A mail that was sent, and what became of it; `capture` is null where `error` says why. */
export interface SentMail {
  file: File;
  capture: Capture | null;
  error: unknown;
}

/** Sends mails one after the other; one that is refused keeps none of the others back. */
export function useMails() {
  const queries = useQueryClient();
  const [sent, setSent] = useState<readonly SentMail[]>([]);
  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        const mail = await send(file);
        // The second answer to the same file is the one that counts.
        setSent((known) => [...known.filter((one) => one.file !== file), mail]);
      }
    },
    onSettled: async () => await queries.invalidateQueries({ queryKey: ["intake"] }),
  });
  return { sent, isBusy: sending.isPending, send: sending.mutate };
}

async function send(file: File): Promise<SentMail> {
  try {
    return { file, capture: await captureMail(file), error: null };
  } catch (error) {
    return { file, capture: null, error };
  }
}
