import type { CreatedWebhook } from "../../../api/webhooks.ts";
import controls from "../../../parts/controls.module.css";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "./webhooks.module.css";

interface Props {
  webhook: CreatedWebhook;
  onClose: () => void;
}

/** Shows a secret the only time that it is readable. Slack and Teams do not check signatures. */
export function NewSecret({ webhook: { name, shape, secret }, onClose }: Props) {
  return (
    <section aria-label="New secret" className={styles.panel}>
      <p role="status">
        {shape === "standard" ? "Copy the signing secret of " : "The webhook is ready: "}
        <bdi>
          <VisibleText text={name} />
        </bdi>
        {shape === "standard" ? " now. It is not shown again." : "."}
      </p>
      <div className={styles.line}>
        {shape === "standard" ? (
          <>
            <code className={styles.code}>{secret}</code>
            <CopyButton text={secret} name="Copy" label="Copy the secret" />
          </>
        ) : null}
        <button type="button" className={controls.button} onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  );
}
