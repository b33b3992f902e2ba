import { Link } from "@tanstack/react-router";
import type { CreatedWebhook, Webhook } from "../../../api/webhooks.ts";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import admin from "../admin.module.css";
import { WebhookActions } from "./webhook-actions.tsx";
import { describeEvent, EVENTS, SHAPES, STATES } from "./words.ts";

interface Props {
  webhooks: readonly Webhook[];
  onSecret: (webhook: CreatedWebhook) => void;
}

/** The webhooks, each with its last delivery and its actions. */
export function WebhookTable({ webhooks, onSecret }: Props) {
  return (
    <table className={`${tables.table} ${admin.table}`}>
      <thead>
        <tr>
          <th scope="col">Webhook</th>
          <th scope="col" className={admin.wide}>
            Events
          </th>
          <th scope="col">Last delivery</th>
          <th scope="col">
            <Unseen>Actions</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row" className={admin.text}>
              <Link to="/admin/webhooks" search={{ webhook: webhook.id }}>
                <bdi>
                  <VisibleText text={webhook.name} />
                </bdi>
              </Link>
              <span className={admin.below}>
                {SHAPES[webhook.shape]}, {webhook.host}
              </span>
              <Standing webhook={webhook} />
            </th>
            <td className={admin.wide}>
              {webhook.event_types.map((type) => EVENTS[type]).join(", ")}
              {webhook.include_restricted ? (
                <span className={admin.below}>With names of restricted reports</span>
              ) : null}
            </td>
            <td>
              <LastDelivery webhook={webhook} />
            </td>
            <td>
              <WebhookActions webhook={webhook} onSecret={onSecret} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Standing({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_reason: reason, previous_secret_until: until } = webhook;
  if (!enabled) {
    return (
      <span className={reason === null ? admin.below : admin.failed}>
        Disabled{reason === null ? "." : `: ${reason}`}
      </span>
    );
  }
  if (until === null) return null;
  return <span className={admin.below}>The previous secret signs until {formatTime(until)}.</span>;
}

function LastDelivery({ webhook: { last_delivery: last, pending, dead } }: { webhook: Webhook }) {
  return (
    <>
      {last === null ? (
        <span className={admin.quiet}>None yet</span>
      ) : (
        <>
          <span className={last.error === null ? undefined : admin.failed}>
            {STATES[last.state]}: {describeEvent(last.event_type)}
          </span>
          <span className={`${admin.below} ${admin.time}`}>{formatTime(last.last_attempt_at)}</span>
        </>
      )}
      {pending + dead === 0 ? null : (
        <span className={admin.below}>
          {pending.toLocaleString("en")} pending, {dead.toLocaleString("en")} dead
        </span>
      )}
    </>
  );
}
