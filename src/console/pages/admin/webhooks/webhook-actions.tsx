import { useState } from "react";
import {
  type CreatedWebhook,
  deleteWebhook,
  rotateSecret,
  setEnabled,
  testWebhook,
  type Webhook,
} from "../../../api/webhooks.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import admin from "../admin.module.css";
import { OF_WEBHOOKS, useWebhookAct } from "./use-webhook-act.ts";

interface Props {
  webhook: Webhook;
  onSecret: (webhook: CreatedWebhook) => void;
}

/** Actions of an admin on a webhook. */
export function WebhookActions({ webhook: { id, name, enabled, shape }, onSecret }: Props) {
  const test = useWebhookAct(() => testWebhook(id));
  const rotate = useWebhookAct(() => rotateSecret(id), onSecret);
  const enable = useWebhookAct(() => setEnabled(id, !enabled));
  const remove = useWebhookAct(() => deleteWebhook(id), undefined, OF_WEBHOOKS);
  const acts = [
    ...(enabled ? [["Test", test] as const] : []),
    ...(shape === "standard" ? [["New secret", rotate] as const] : []),
    [enabled ? "Disable" : "Enable", enable] as const,
  ];
  const failed = [test, rotate, enable, remove].find(({ isError }) => isError);
  return (
    <div className={admin.line}>
      {acts.map(([label, act]) => (
        <button
          key={label}
          type="button"
          className={controls.button}
          disabled={act.isPending}
          aria-label={`${label}: ${name}`}
          onClick={() => act.mutate(undefined)}
        >
          {label}
        </button>
      ))}
      <Delete name={name} isDeleting={remove.isPending} onDelete={() => remove.mutate(undefined)} />
      {test.isSuccess ? <span role="status">The test is queued.</span> : null}
      {failed === undefined ? null : (
        <span role="alert" className={admin.failed}>
          {describeFailure(failed.error)}
        </span>
      )}
    </div>
  );
}

interface DeleteProps {
  name: string;
  isDeleting: boolean;
  onDelete: () => void;
}

/** Asks for confirmation before deleting a webhook with its deliveries. */
function Delete({ name, isDeleting, onDelete }: DeleteProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button
        type="button"
        className={controls.button}
        aria-label={`Delete: ${name}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </button>
    );
  }
  return (
    <>
      <button
        autoFocus
        type="button"
        className={controls.button}
        disabled={isDeleting}
        aria-label={`Delete with all deliveries: ${name}`}
        onClick={onDelete}
      >
        Delete with all deliveries
      </button>
      <button type="button" className={controls.button} onClick={() => setAsking(false)}>
        Keep
      </button>
    </>
  );
}
