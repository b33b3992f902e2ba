import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Capture, captureMail } from "../../api/capture.ts";
import { type Progress, sendInTurn } from "./send-in-turn.ts";

/** A sent email and its result. `capture` is null if `error` has the reason. */
export interface SentMail {
  file: File;
  capture: Capture | null;
  error: unknown;
}

/** Sends emails in turn, including those chosen while others are being sent. */
export function useMails() {
  const queries = useQueryClient();
  const [sent, setSent] = useState<readonly SentMail[]>([]);
  const [progress, setProgress] = useState<Progress>({ left: 0, seconds: 0 });
  const sending = useMutation({
    // Concurrent series would hit the rate limit together.
    scope: { id: "capture-emails" },
    mutationFn: async (files: readonly File[]) => {
      await sendInTurn(files, {
        send: captureMail,
        show: setProgress,
        wait: async (seconds) => await new Promise((done) => setTimeout(done, seconds * 1000)),
        // The second result of the same file replaces the first.
        done: (file, capture, error) =>
          setSent((known) => [
            ...known.filter((one) => one.file !== file),
            { file, capture, error },
          ]),
      });
    },
    onSettled: async () => await queries.invalidateQueries({ queryKey: ["intake"] }),
  });
  return { sent, progress: sending.isPending ? progress : null, send: sending.mutate };
}
