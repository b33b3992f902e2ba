export interface Me {
  name: string;
  auth_enabled: boolean;
}

/** Who made another change: in local mode everybody has the same name. */
export function describeOther(by: string | null, me: Me | undefined): string {
  if (by === null || me?.auth_enabled === false) return "Someone else in another window";
  return by === me?.name ? "You, in another window," : by;
}
