import type { Observable } from "../../../api/observables.ts";
import { formatTime } from "../../../parts/when.ts";
import { defang } from "../shown/defang.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { kindName, ORIGINS, ROLES } from "../shown/words.ts";
import known from "../../../parts/facts.module.css";

/** The facts about a value, and what its role means. */
export function Facts({ observable }: { observable: Observable }) {
  const { kind, role, confidence, origin, value } = observable;
  const { name, means } = ROLES[role];
  const isOtherwise = value !== plainValue(observable);
  return (
    <dl className={known.facts}>
      <Fact name="Kind">{kindName(kind)}</Fact>
      {kind === "cve" ? (
        <Fact name="Vulnerability">
          <AttackLink id={plainValue(observable)} />
        </Fact>
      ) : null}
      <Fact name="Role">
        <strong>{name}.</strong> {means}
      </Fact>
      <Fact name="Confidence">{confidence} %</Fact>
      <Fact name="Decided by">{decision(observable)}</Fact>
      <Fact name="Active">{activity(observable)}</Fact>
      <Fact name="Origin">{ORIGINS[origin]}</Fact>
      <Fact name="First seen">{formatTime(observable.first_seen_at)}</Fact>
      <Fact name="Last seen">{formatTime(observable.last_seen_at)}</Fact>
      <Fact name="Added">{formatTime(observable.created_at)}</Fact>
      {isOtherwise ? (
        <Fact name="First written as">
          <bdi>
            <VisibleText text={defang(kind, value)} />
          </bdi>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function decision({ decided_by: who, confirmed_by: by }: Observable): string {
  if (who !== null) return `${who}. Later reports no longer change the role and confidence`;
  const texts = "No analyst. Role and confidence come from the reports";
  return by === null ? texts : `${texts}. ${by} confirmed the value`;
}

function activity({ active, expires_at: end }: Observable): string {
  if (end === null) return "Always. Values of this kind do not expire";
  if (active) return `Until ${formatTime(end)}, or longer if a report mentions it again`;
  return `Expired on ${formatTime(end)}. A new report that mentions it reactivates it`;
}
