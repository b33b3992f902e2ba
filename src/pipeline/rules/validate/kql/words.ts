import { wordList } from "../word-list.ts";

/** Tabular operators, in lower case; the language has no others and users cannot add any. */
export const OPERATORS = wordList(`
  as assert-schema consume count distinct evaluate execute-and-cache extend externaldata facet filter
  find fork getschema graph-mark-components graph-match graph-merge graph-shortest-paths
  graph-to-table graph-where-edges graph-where-nodes invoke join limit lookup macro-expand make-graph
  make-series mv-apply mv-expand mvapply mvexpand order parse parse-kv parse-where partition print
  project project-away project-by-names project-keep project-keep-by-names project-rename
  project-reorder project-smart range reduce render sample sample-distinct scan search serialize sort
  summarize take top top-hitters top-nested union where datatable`);

/** Operators that a query can begin with. */
export const SOURCE_OPERATORS = wordList(
  "datatable externaldata find macro-expand print range search union",
);

/** Binary operators that are words; the signs are in `BINARY_SIGNS`. */
export const BINARY_WORDS = wordList(`
  and or contains !contains contains_cs !contains_cs notcontains notcontainscs containscs
  has !has has_cs !has_cs hasprefix !hasprefix hasprefix_cs !hasprefix_cs hassuffix !hassuffix
  hassuffix_cs !hassuffix_cs nothas nothas_cs has_any has_any~ has_all has_all~ has_any_index
  startswith !startswith startswith_cs !startswith_cs endswith !endswith endswith_cs !endswith_cs
  in !in in~ !in~ between !between matches like notlike likecs notlikecs has_ipv4 has_ipv4_prefix`);

export const BINARY_SIGNS = wordList("== != <> < <= > >= =~ !~ + - * / % ..");

/** Words that a list must follow. */
export const LIST_WORDS = wordList(
  "in !in in~ !in~ has_any has_any~ has_all has_all~ between !between",
);

/** Words that never begin a value. */
export const NEVER_VALUES = wordList("and or by on asc desc between contains startswith endswith");

/** Types whose literals are written like calls and hold what no expression does. */
export const LITERAL_TYPES = wordList(
  "datetime date timespan time guid uuid dynamic real double int long bool boolean decimal string typeof",
);

/** Functions of the language, in lower case; others may be the user's own, so they only warn. */
export const FUNCTIONS = wordList(`
  abs acos ago any anyif app arg_max arg_min argmax argmin around array_concat array_iff array_iif
  array_index_of array_length array_reverse array_rotate_left array_rotate_right array_shift_left
  array_shift_right array_slice array_sort_asc array_sort_desc array_split array_strcat array_sum asin
  assert atan atan2 autocluster avg avgif bag_has_key bag_keys bag_merge bag_pack bag_pack_columns
  bag_remove_keys bag_set_key bag_unpack bag_zip base64_decode_toarray base64_decode_toguid
  base64_decode_tostring base64_decodestring base64_encode_fromarray base64_encode_fromguid
  base64_encode_tostring base64_encodestring basket beta_cdf beta_inv beta_pdf bin bin_at bin_auto
  binary_all_and binary_all_or binary_all_xor binary_and binary_not binary_or binary_shift_left
  binary_shift_right binary_xor bitset_count_ones buildschema case ceiling cluster coalesce
  column_ifexists convert_angle convert_energy convert_force convert_length convert_mass convert_speed
  convert_temperature convert_volume cos cosmosdb_sql_request cot count count_distinct
  count_distinctif countif countof current_cluster_endpoint current_database current_principal
  current_principal_details current_principal_is_member_of cursor_after cursor_before_or_at
  cursor_current database datatable datepart datetime_add datetime_diff datetime_list_timezones
  datetime_local_to_utc datetime_part datetime_utc_to_local dayofmonth dayofweek dayofyear dcount
  dcount_hll dcount_intersect dcountif degrees diffpatterns diffpatterns_text dynamic_to_json
  endofday endofmonth endofweek endofyear entity_group estimate_data_size exp exp10 exp2
  extent_id extent_tags external_table extract extract_all extract_json extractall extractjson
  fileprofile floor format_bytes format_datetime format_ipv4 format_ipv4_mask format_timespan gamma
  geo_distance_2points geo_distance_point_to_line geo_distance_point_to_polygon geo_geohash_to_central_point
  geo_info_from_ip_address geo_point_in_circle geo_point_in_polygon geo_point_to_geohash
  geo_point_to_h3cell geo_point_to_s2cell gettype getmonth getyear gzip_compress_to_base64_string
  gzip_decompress_from_base64_string has_any_index has_any_ipv4 has_any_ipv4_prefix has_ipv4
  has_ipv4_prefix hash hash_combine hash_many hash_md5 hash_sha1 hash_sha256 hash_xxhash64 hll hll_if
  hll_merge hourofday http_request http_request_post iff iif indexof indexof_regex infer_storage_schema
  ingestion_time ipv4_compare ipv4_is_in_any_range ipv4_is_in_range ipv4_is_match ipv4_is_private
  ipv4_lookup ipv4_netmask_suffix ipv4_range_to_cidr_list ipv6_compare ipv6_is_in_any_range
  ipv6_is_in_range ipv6_is_match ipv6_lookup isascii isempty isfinite isinf isnan isnotempty isnotnull
  isnull isutf8 jaccard_index log log10 log2 loggamma make_bag make_bag_if make_datetime make_list
  make_list_if make_list_with_nulls make_set make_set_if make_string make_timespan makelist makeset
  materialize materialized_view max max_of maxif merge_tdigest min min_of minif monthofyear narrow
  new_guid next not notempty notnull now pack pack_all pack_array pack_dictionary parse_command_line
  parse_csv parse_ipv4 parse_ipv4_mask parse_ipv6 parse_ipv6_mask parse_json parse_path parse_url
  parse_urlquery parse_user_agent parse_version parse_xml parsejson percentile percentile_array
  percentile_tdigest percentiles percentiles_array percentiles_tdigest percentilesw percentilew
  percentrank_tdigest pi pivot plugin pow prev preview punycode_from_string punycode_to_string
  punycode_domain_from_string punycode_domain_to_string rand radians range rank_tdigest regex_quote
  repeat replace replace_regex replace_string replace_strings reverse round rolling_percentile row_cumsum
  row_number row_rank_dense row_rank_min row_window_session rows_near schema_merge sequence_detect
  series_abs series_add series_ceiling series_cos series_decompose series_decompose_anomalies
  series_decompose_forecast series_divide series_dot_product series_equals series_exp series_fft
  series_fill_backward series_fill_const series_fill_forward series_fill_linear series_fir series_fit_2lines
  series_fit_line series_fit_poly series_floor series_greater series_iir series_less series_log
  series_magnitude series_monthly series_multiply series_not_equals series_outliers
  series_pearson_correlation series_periods_detect series_periods_validate series_product series_seasonal
  series_sign series_sin series_sqrt series_stats series_stats_dynamic series_subtract series_sum
  session_count set_difference set_has_element set_intersect set_union sign sin sliding_window_counts split
  sql_request sqrt startofday startofmonth startofweek startofyear stdev stdevif stdevp strcat
  strcat_array strcat_delim strcmp string_size strlen strrep substring sum sumif table
  take_any take_anyif tan tdigest tdigest_merge tobool toboolean todatetime todecimal todouble
  todynamic toguid tohex toint tolong tolower toobject toreal toscalar tostring totimespan toupper
  to_utf8 translate treepath trim trim_end trim_start typeof unicode_codepoints_from_string
  unicode_codepoints_to_string unixtime_microseconds_todatetime unixtime_milliseconds_todatetime
  unixtime_nanoseconds_todatetime unixtime_seconds_todatetime url_decode url_encode
  url_encode_component variance varianceif variancep weekofyear week_of_year welch_test
  workspace zip zlib_compress_to_base64_string zlib_decompress_from_base64_string
  active_users_count activity_counts_metrics activity_engagement activity_metrics funnel_sequence
  funnel_sequence_completion new_activity_metrics sequence_detect sliding_window_counts
  assigned_ip_addresses invoke seen_by devicefromip disruptionevents assignedipaddresses`);
