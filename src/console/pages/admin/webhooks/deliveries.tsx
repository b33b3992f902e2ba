import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  deliveriesQuery,
  resendDead,
  resendDelivery,
  type Webhook,
  type WebhookDelivery,
} from "../../../api/webhooks.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { ListPages } from "../../../parts/list-pages/list-pages.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import admin from "../admin.module.css";
import { DeliveryTable } from "./delivery-table.tsx";
import { useWebhookAct } from "./use-webhook-act.ts";
import { STATES } from "./words.ts";

type State = WebhookDelivery["state"];

const PER_PAGE = 50;

/** Messages sent to a webhook, with their outcome. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<State | undefined>();
  return (
    <section className={admin.part} aria-labelledby="deliveries">
      <h2 id="deliveries">
        Deliveries to{" "}
        <bdi>
          <VisibleText text={webhook.name} />
        </bdi>
      </h2>
      <div className={admin.line}>
        <States chosen={state} onChoose={setState} />
        {webhook.dead > 0 && webhook.enabled ? <ResendDead webhook={webhook} /> : null}
      </div>
      <DeliveryList key={state ?? "all"} webhook={webhook} state={state} />
    </section>
  );
}

function DeliveryList({ webhook, state }: { webhook: Webhook; state: State | undefined }) {
  const [page, setPage] = useState(1);
  const wanted = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, ...(state && { state }) };
  const { data, error, isPending, refetch } = useQuery({
    ...deliveriesQuery(webhook.id, wanted),
    placeholderData: keepPreviousData,
  });
  const resend = useWebhookAct((id: string) => resendDelivery(webhook.id, id));
  return (
    <>
      {resend.isError ? (
        <p role="alert" className={admin.failed}>
          {describeFailure(resend.error)}
        </p>
      ) : null}
      {error === null ? null : <ErrorPane error={error} onRetry={() => void refetch()} />}
      {isPending ? <Skeleton what="the deliveries" lines={6} /> : null}
      {data?.total === 0 ? <p className={admin.quiet}>{describeNone(state)}</p> : null}
      {data === undefined || data.total === 0 ? null : (
        <>
          <DeliveryTable
            deliveries={data.items}
            onResend={webhook.enabled ? resend.mutate : null}
          />
          <ListPages
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            names={["delivery", "deliveries"]}
            onPage={setPage}
          />
        </>
      )}
    </>
  );
}

function describeNone(state: State | undefined): string {
  if (state !== undefined) return `No delivery is ${STATES[state].toLowerCase()}.`;
  return "Nothing was sent yet. Deliveries of the last 30 days appear here.";
}

interface StatesProps {
  chosen: State | undefined;
  onChoose: (state: State | undefined) => void;
}

function States({ chosen, onChoose }: StatesProps) {
  const choices = [undefined, ...(Object.keys(STATES) as State[])];
  return (
    <div role="group" aria-label="States" className={admin.line}>
      {choices.map((state) => (
        <button
          key={state ?? "all"}
          type="button"
          className={controls.button}
          aria-pressed={chosen === state}
          onClick={() => onChoose(state)}
        >
          {state === undefined ? "All" : STATES[state]}
        </button>
      ))}
    </div>
  );
}

function ResendDead({ webhook: { id, dead } }: { webhook: Webhook }) {
  const resend = useWebhookAct(() => resendDead(id));
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={resend.isPending}
        onClick={() => resend.mutate(undefined)}
      >
        Resend all {dead.toLocaleString("en")} dead
      </button>
      {resend.isError ? (
        <span role="alert" className={admin.failed}>
          {describeFailure(resend.error)}
        </span>
      ) : null}
    </>
  );
}
