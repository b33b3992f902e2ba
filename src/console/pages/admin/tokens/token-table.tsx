import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../../api/problem.ts";
import { type ApiToken, revokeToken } from "../../../api/tokens.ts";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../admin.module.css";

/** Tokens with their role, expiry and last use. */
export function TokenTable({ tokens }: { tokens: ApiToken[] }) {
  return (
    <table className={`${tables.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Token</th>
          <th scope="col">Role</th>
          <th scope="col">Expires</th>
          <th scope="col" className={styles.wide}>
            Last used
          </th>
          <th scope="col">
            <Unseen>Actions</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const { name, owner, hint, role, expires_at: end, is_expired: isExpired } = token;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <VisibleText text={name} />
        <span className={styles.below}>
          {hint}…, created by <VisibleText text={owner} />
        </span>
      </th>
      <td>{role}</td>
      <td className={styles.time}>
        {formatTime(end)}
        {isExpired ? <span className={styles.failed}> Expired</span> : null}
      </td>
      <td className={`${styles.time} ${styles.wide}`}>
        {token.last_used_at === null ? "Never" : formatTime(token.last_used_at)}
      </td>
      <td>
        <Revoke token={token} />
      </td>
    </tr>
  );
}

/** Revokes on the second press, because programs that use the token stop working. */
function Revoke({ token: { id, name } }: { token: ApiToken }) {
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const revoke = useMutation({
    mutationFn: () => revokeToken(id),
    onSettled: async () => await queries.invalidateQueries({ queryKey: ["tokens"] }),
  });
  if (!isAsked) {
    return (
      <button
        type="button"
        className={controls.button}
        aria-label={`Revoke: ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Revoke
      </button>
    );
  }
  return (
    <span
      className={styles.line}
      onKeyDown={(event) => {
        if (event.key === "Escape") setIsAsked(false);
      }}
    >
      <button
        autoFocus
        type="button"
        className={controls.button}
        disabled={revoke.isPending}
        aria-label={`Revoke for good: ${name}`}
        onClick={() => revoke.mutate()}
      >
        Revoke for good
      </button>
      <button type="button" className={controls.button} onClick={() => setIsAsked(false)}>
        Cancel
      </button>
      {revoke.isError ? (
        <span role="alert" className={styles.failed}>
          {describeFailure(revoke.error)}
        </span>
      ) : null}
    </span>
  );
}
