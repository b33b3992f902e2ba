import type { Configuration, SettingUnit, SettingView } from "./health/schema.ts";
import { aboutSetting } from "./platform/lib/setting-forms.ts";
import { describeSlots } from "./reading/providers/describe-slots.ts";
import { bindingOf } from "./reading/providers/slot-binding.ts";
import { SETTING_GROUPS } from "./setting-fields.ts";
import type { Settings } from "./settings.ts";

/** What the end of a name says about the unit of its value. */
const UNITS: readonly [RegExp, SettingUnit][] = [
  [/_BYTES_PER_SECOND$/, "bytes_per_second"],
  [/_BYTES(?:_PER_ACTOR)?$/, "bytes"],
  [/_MS$/, "milliseconds"],
  [/_HOURS$/, "hours"],
  [/_DAYS$/, "days"],
  [/_PER_MINUTE$/, "per_minute"],
  [/_CHARS$/, "characters"],
  [/_TOKENS$/, "tokens"],
  [/_PAGES$/, "pages"],
];

/**
 * Every setting with its value in effect, and what the providers are bound to; never a secret.
 * @param given the environment that the settings were read from
 */
export function describeSettings(
  given: Record<string, unknown>,
  settings: Settings,
): Configuration {
  const views = Object.entries(SETTING_GROUPS).flatMap(([topic, fields]) =>
    Object.entries(fields).map(([name, form]): SettingView => {
      const { meaning, isSecret } = aboutSetting(form);
      const fallback = form.safeParse(undefined).data;
      return {
        name,
        topic: topic as SettingView["topic"],
        meaning,
        unit: UNITS.find(([end]) => end.test(name))?.[1] ?? null,
        is_secret: isSecret,
        is_set: given[name] !== undefined && given[name] !== "",
        value: isSecret ? null : shown(settings[name as keyof Settings] as Shown),
        default: isSecret ? null : shown(fallback as Shown),
      };
    }),
  );
  const providers = describeSlots(settings).map(({ id, kind, model }) => {
    const { baseUrl, apiKey } = bindingOf(settings, id);
    const host = baseUrl === undefined ? null : new URL(baseUrl).host;
    return { id, kind, model, host, has_key: apiKey !== undefined };
  });
  return { providers, settings: views };
}

/** What settings hold that are no secret. */
type Shown = string | number | boolean | readonly string[] | undefined;

function shown(value: Shown): SettingView["value"] {
  if (value === undefined) return null;
  if (typeof value === "object") return [...value];
  return typeof value === "string" ? withoutCredentials(value) : value;
}

/** Addresses may carry a user's password, or a key in their query. */
function withoutCredentials(value: string): string {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (url === null || url.username + url.password + url.search + url.hash === "") return value;
  Object.assign(url, { username: "", password: "", search: "", hash: "" });
  return `${url.href} (credentials and query are hidden)`;
}
