import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { enrichObservable, type EnrichmentProvider } from "../../../../api/observables.ts";
import controls from "../../../../parts/controls.module.css";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import { SendRed } from "../../../../parts/send-red.tsx";
import styles from "../observable-page.module.css";

interface Props {
  id: string;
  /** The providers available for it. */
  providers: readonly EnrichmentProvider[];
}

/** Queries a provider, and shows beforehand what is sent to it. */
export function AskProvider({ id, providers }: Props) {
  const queries = useQueryClient();
  const sendsId = useId();
  const [name, setName] = useState<EnrichmentProvider["name"] | null>(null);
  const chosen = providers.find((one) => one.name === name) ?? providers[0];
  const ask = useMutation({
    mutationFn: (includeRed: boolean) =>
      enrichObservable(id, { provider: chosen?.name ?? "rdap", include_red: includeRed }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["observable", id] }),
  });
  if (chosen === undefined) return null;
  return (
    <>
      <div className={styles.line}>
        <select
          className={controls.field}
          aria-label="Provider"
          aria-describedby={sendsId}
          value={chosen.name}
          onChange={({ target }) => {
            ask.reset();
            setName(providers.find((one) => one.name === target.value)?.name ?? null);
          }}
        >
          {providers.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={controls.button}
          disabled={ask.isPending}
          onClick={() => ask.mutate(false)}
        >
          {ask.isPending ? `Querying ${chosen.title}` : `Query ${chosen.title}`}
        </button>
        <SendRed error={ask.error} isPending={ask.isPending} onSend={() => ask.mutate(true)} />
      </div>
      <p id={sendsId} className={styles.quiet}>
        Sends: {chosen.sends.what} Receiver: {chosen.sends.to.join(", ")}.
      </p>
      {ask.isError ? <ErrorPane error={ask.error} /> : null}
    </>
  );
}
