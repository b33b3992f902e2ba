import { z } from "zod";
import { type SettingFault } from "../auth/auth-settings.ts";
import { described, list, secret, webAddress, wholeNumber } from "../lib/setting-forms.ts";

const text = z.string().trim().min(1);
const issuer = webAddress.refine(
  (value) => !value.includes("/.well-known/"),
  "must be the issuer itself, without /.well-known/openid-configuration",
);
const scopes = text.refine(
  (value) => value.split(" ").includes("openid"),
  "must contain the scope openid, such as in: openid profile email",
);

/** Login by the service itself. */
export const signOnFields = {
  OIDC_ISSUER: described(issuer.optional(), "Issuer of the OpenID Connect provider."),
  OIDC_CLIENT_ID: described(text.optional(), "Client ID that the provider gave this service."),
  OIDC_CLIENT_SECRET: described(secret, "Client secret that the provider gave this service."),
  OIDC_SCOPES: described(
    scopes.default("openid profile email"),
    "Scopes that a login requests, with spaces between them.",
  ),
  OIDC_USERNAME_CLAIM: described(
    text.default("email"),
    "Claim that names the user; its values must be unique, and users must not be able to change them.",
  ),
  OIDC_ROLES_CLAIM: described(
    text.default("roles"),
    "Claim that gives the role: a text or a list of texts; dots lead into objects.",
  ),
  OIDC_VIEWER_ROLES: described(
    list,
    "Values of that claim that give the role viewer; * is for everyone who can log in.",
  ),
  OIDC_ANALYST_ROLES: described(list, "Values of that claim that give the role analyst."),
  OIDC_ADMIN_ROLES: described(list, "Values of that claim that give the role admin."),
  OIDC_SESSION_HOURS: described(
    wholeNumber(12).pipe(z.number().max(720, "must be at most 720")),
    "How long a login is valid.",
  ),
};

/** The settings of the login, as given. */
export type SignOnSettings = z.output<z.ZodObject<typeof signOnFields>>;

/** The settings of a login that is configured. */
export interface CompleteSettings extends SignOnSettings {
  OIDC_ISSUER: string;
  OIDC_CLIENT_ID: string;
  OIDC_CLIENT_SECRET: string;
  PUBLIC_ORIGIN: string;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const INSECURE = "must begin with https://, unless its host is localhost or 127.0.0.1";

/** Returns the settings if a login is configured, else null. `findSignOnFault` has checked that they are complete. */
export function completeSettings(
  settings: SignOnSettings & { PUBLIC_ORIGIN?: string | undefined },
): CompleteSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_ORIGIN, ...others } = settings;
  if (
    OIDC_ISSUER === undefined ||
    OIDC_CLIENT_ID === undefined ||
    OIDC_CLIENT_SECRET === undefined ||
    PUBLIC_ORIGIN === undefined
  )
    return null;
  return { ...others, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_ORIGIN };
}

/** Finds the first setting of the login that is missing or makes it insecure, or returns null. */
export function findSignOnFault(
  settings: SignOnSettings & { PUBLIC_ORIGIN?: string | undefined },
): SettingFault | null {
  const { OIDC_ISSUER: url, PUBLIC_ORIGIN: origin } = settings;
  if (url === undefined) return findStray(settings);
  for (const name of ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "PUBLIC_ORIGIN"] as const) {
    if (settings[name] === undefined) return { name, message: "is needed by OIDC_ISSUER" };
  }
  if (isInsecure(url)) return { name: "OIDC_ISSUER", message: INSECURE };
  if (origin !== undefined && isInsecure(origin)) {
    return { name: "PUBLIC_ORIGIN", message: `${INSECURE}, because OIDC_ISSUER is set` };
  }
  const { OIDC_VIEWER_ROLES: viewers, OIDC_ANALYST_ROLES: analysts } = settings;
  if (viewers.length + analysts.length + settings.OIDC_ADMIN_ROLES.length > 0) return null;
  return {
    name: "OIDC_ADMIN_ROLES",
    message:
      "is needed by OIDC_ISSUER, or OIDC_ANALYST_ROLES or OIDC_VIEWER_ROLES: values of the claim OIDC_ROLES_CLAIM, without which nobody has a role",
  };
}

/** Finds a setting that has no effect without an issuer. */
function findStray(settings: SignOnSettings): SettingFault | null {
  const stray = (["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const).find(
    (name) => settings[name] !== undefined,
  );
  const roles = (["OIDC_VIEWER_ROLES", "OIDC_ANALYST_ROLES", "OIDC_ADMIN_ROLES"] as const).find(
    (name) => settings[name].length > 0,
  );
  const name = stray ?? roles;
  return name === undefined ? null : { name: "OIDC_ISSUER", message: `is needed by ${name}` };
}

/** Returns whether an address is plain http to another machine. Its syntax is checked by the schema. */
function isInsecure(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !LOOPBACK.has(url.hostname);
}
