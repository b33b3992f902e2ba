import { useEffect, useRef } from "react";
import type { CreatedApiToken } from "../../../api/tokens.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";

/** A new token, which is shown only once. */
export function CreatedToken({ created: { name, token } }: { created: CreatedApiToken }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), [token]);
  return (
    <section ref={section} tabIndex={-1} aria-label="New API token" className={styles.part}>
      <p>
        The token for <VisibleText text={name} />. Copy it now: it is not shown again.
      </p>
      <div className={styles.line}>
        <code className={styles.code}>{token}</code>
        <CopyButton text={token} name="Copy" label="Copy the API token" />
      </div>
    </section>
  );
}
