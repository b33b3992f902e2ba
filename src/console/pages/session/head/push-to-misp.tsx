import { useMutation, useQuery } from "@tanstack/react-query";
import { type MispPushed, mispServerQuery, pushToMisp } from "../../../api/misp.ts";
import controls from "../../../parts/controls.module.css";
import { counted } from "../../../parts/counted.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { SendRed } from "../../../parts/send-red.tsx";
import { useIsAnalyst } from "../../../parts/use-may-change.ts";
import styles from "./session-head.module.css";

/** Sends the report to the MISP server; nothing without a configured server or without permission. */
export function PushToMisp({ sessionId }: { sessionId: string }) {
  const isAnalyst = useIsAnalyst();
  const server = useQuery({ ...mispServerQuery, enabled: isAnalyst });
  const push = useMutation({
    mutationFn: (includeRed: boolean) =>
      pushToMisp({ session_id: sessionId, include_red: includeRed }),
  });
  const host = server.data?.host ?? null;
  if (!isAnalyst || host === null) return null;
  const send = (includeRed: boolean) => push.mutate(includeRed);
  return (
    <>
      <button
        type="button"
        className={controls.button}
        title={`Sends the report to ${host}`}
        disabled={push.isPending}
        onClick={() => send(false)}
      >
        {push.isPending ? "Pushing to MISP" : "Push to MISP"}
      </button>
      <SendRed error={push.error} isPending={push.isPending} onSend={() => send(true)} />
      {push.data === undefined ? null : <Pushed host={host} pushed={push.data} />}
      {push.isError ? (
        <div className={styles.again}>
          <ErrorPane error={push.error} />
        </div>
      ) : null}
    </>
  );
}

const OUTCOMES: Readonly<Record<MispPushed["outcome"], (host: string) => string>> = {
  added: (host) => `Added to ${host}:`,
  updated: (host) => `Updated on ${host}:`,
  unchanged: (host) => `${host} is up to date:`,
};

/** The outcome of the event, and a link to it. */
function Pushed({ host, pushed }: { host: string; pushed: MispPushed }) {
  const { outcome, event_url: url, attributes, tags, notes } = pushed;
  return (
    <p role="status" className={styles.again}>
      <span>
        {OUTCOMES[outcome](host)}{" "}
        <a href={url} target="_blank" rel="noreferrer">
          event with {counted(attributes, "attribute")}, {counted(tags, "tag")} and{" "}
          {counted(notes, "note")}
        </a>
      </span>
    </p>
  );
}
