import { useMutation, useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "../../../api/problem.ts";
import { type ProofLink, revokeProofLink } from "../../../api/proof-links.ts";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "./proof-links.module.css";

/** A link with its creator and expiry, and an action that revokes it. */
export function ProofLinkRow({ link }: { link: ProofLink }) {
  const { created_by: by, created_at: at, expires_at: end, is_open: isOpen } = link;
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeProofLink(link),
    onSettled: async () => await queries.invalidateQueries({ queryKey: ["proof-links"] }),
  });
  return (
    <li className={styles.line}>
      <span>
        {isOpen ? `Open until ${formatTime(end)}` : "Ended"}, created by{" "}
        <bdi>
          <VisibleText text={by} />
        </bdi>{" "}
        on {formatTime(at)}
      </span>
      <button
        type="button"
        className={controls.button}
        disabled={revoke.isPending}
        aria-label={`Revoke the link of ${formatTime(at)}`}
        onClick={() => revoke.mutate()}
      >
        Revoke
      </button>
      {revoke.isError ? <span role="alert">{describeFailure(revoke.error)}</span> : null}
    </li>
  );
}
