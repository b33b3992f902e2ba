/**
 * Our own key in a detail, which says of what entry the detail was written: DeTT&CT leaves keys that
 * it does not know as they are.
 */
export const OWN_KEY = "log_inventory_entry";
