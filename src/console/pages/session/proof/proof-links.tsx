import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createProofLink, proofLinksQuery } from "../../../api/proof-links.ts";
import controls from "../../../parts/controls.module.css";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import styles from "./proof-links.module.css";
import { ProofLinkRow } from "./proof-link-row.tsx";

const DAYS = [1, 7, 30, 90] as const;
const USUAL_DAYS = 7;

/** Links to a signed report for people outside the workspace, fetched when expanded. */
export function ProofLinks({ sessionId }: { sessionId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Proof links</summary>
      {isOpen ? <OpenLinks sessionId={sessionId} /> : null}
    </details>
  );
}

function OpenLinks({ sessionId }: { sessionId: string }) {
  const links = useQuery({ ...proofLinksQuery(sessionId), retry: false });
  if (links.isError) return <ErrorPane error={links.error} />;
  if (links.data === undefined) return <Skeleton what="the proof links" lines={2} />;
  const { items } = links.data;
  return (
    <div className={styles.links}>
      <p className={styles.quiet}>
        Anyone with the link reads the techniques, their evidence in the text, and who signed. A
        link ends when the report is reopened.
      </p>
      <CreateLink sessionId={sessionId} />
      {items.length === 0 ? null : (
        <ul aria-label="Proof links" className={styles.list}>
          {items.map((link) => (
            <ProofLinkRow key={link.id} link={link} />
          ))}
        </ul>
      )}
    </div>
  );
}

function CreateLink({ sessionId }: { sessionId: string }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (days: number) => createProofLink(sessionId, days),
    onSettled: async () => await queries.invalidateQueries({ queryKey: ["proof-links"] }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(Number(new FormData(event.currentTarget).get("days")));
  };
  const url = create.data && new URL(create.data.path, window.location.origin).href;
  return (
    <>
      <form aria-label="New proof link" className={styles.line} onSubmit={send}>
        <label>
          Expires after{" "}
          <select className={controls.field} name="days" defaultValue={USUAL_DAYS}>
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 1 ? "1 day" : `${days} days`}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={controls.button} disabled={create.isPending}>
          Create link
        </button>
      </form>
      {create.isError ? <ErrorPane error={create.error} /> : null}
      {url === undefined ? null : (
        <p className={styles.line} role="status">
          <span>Copy it now: it is not shown again.</span>
          <code className={styles.code}>{url}</code>
          <CopyButton text={url} name="Copy" label="Copy the proof link" />
        </p>
      )}
    </>
  );
}
