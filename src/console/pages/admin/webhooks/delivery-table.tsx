import type { WebhookDelivery } from "../../../api/webhooks.ts";
import controls from "../../../parts/controls.module.css";
import tables from "../../../parts/table.module.css";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import admin from "../admin.module.css";
import { describeAttempts, describeEvent, STATES } from "./words.ts";

interface Props {
  deliveries: readonly WebhookDelivery[];
  /** Null while nothing can be sent. */
  onResend: ((id: string) => void) | null;
}

/** Messages to one receiver, with state, attempts and the last failure. */
export function DeliveryTable({ deliveries, onResend }: Props) {
  return (
    <table className={`${tables.table} ${admin.table}`}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col" className={admin.wide}>
            Last attempt
          </th>
          <th scope="col">
            <Unseen>Actions</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} onResend={onResend} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, "onResend"> {
  delivery: WebhookDelivery;
}

function Row({ delivery, onResend }: RowProps) {
  const { id, event_type: type, state, error, next_attempt_at: next, created_at: at } = delivery;
  return (
    <tr>
      <th scope="row" className={admin.text}>
        {describeEvent(type)}
        <span className={`${admin.below} ${admin.time}`}>{formatTime(at)}</span>
        {error === null ? null : (
          <span className={state === "dead" ? admin.failed : admin.below}>
            <VisibleText text={error} />
          </span>
        )}
      </th>
      <td>
        <span className={state === "dead" ? admin.failed : undefined}>{STATES[state]}</span>
        <span className={admin.below}>{describeAttempts(delivery.attempts)}</span>
      </td>
      <td className={`${admin.time} ${admin.wide}`}>
        {formatTime(delivery.last_attempt_at)}
        {next === null ? null : <span className={admin.below}>Next {formatTime(next)}</span>}
      </td>
      <td>
        {state === "pending" || onResend === null ? null : (
          <button
            type="button"
            className={controls.button}
            aria-label={`Resend: ${describeEvent(type)}, ${formatTime(at)}`}
            onClick={() => onResend(id)}
          >
            Resend
          </button>
        )}
      </td>
    </tr>
  );
}
