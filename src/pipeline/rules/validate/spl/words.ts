import { wordList } from "../word-list.ts";

/** Commands that come with Splunk and its common apps; apps add others, so unknown ones only warn. */
export const COMMANDS = wordList(`
  abstract accum addcoltotals addinfo addtotals analyzefields anomalies anomalousvalue anomalydetection
  append appendcols appendpipe apply arules associate audit autoregress awssnsalert bin bucket bucketdir
  chart cluster cofilter collect concurrency contingency convert correlate ctable datamodel datamodelsimple
  dbinspect dbxlookup dbxoutput dbxquery dedup delete delta diff entitymerge erex eval eventcount eventstats
  extract expand fieldformat fields fieldsummary filldown fillnull findkeywords findtypes fit flatten
  folderize foreach format from fromjson gauge gentimes geom geomfilter geostats getservice head highlight
  history iconify inputcsv inputintelligence inputlookup into iplocation join jsontable kmeans kv
  kvform ldapsearch listmodels loadjob localize localop lookup makecontinuous makejson makemv makeresults map
  mcollect metadata metasearch meventcollect mpreview msearch mstats multikv multisearch mvcombine mvexpand
  newseriesfilter nomv noop notable outlier outputcsv outputlookup outputtext overlap pivot predict
  preview rangemap rare redistribute regex reltime rename replace rest return reverse rex risk rtorder run
  runshellscript sample savedsearch script scrub search searchtxn selfjoin sendalert sendemail set
  setfields sichart sirare sistats sitimechart sitop snowincident sort spath spl1 stats strcat streamstats
  summary table tags tail timechart timewrap tojson top transaction transpose trendline tscollect tstats
  typeahead typelearner typer typify ungroup union uniq untable urlparser walklex where x11 xmlkv
  xmlunescape xpath xyseries appendentity getentity itsienrich ctimestamp datasets makeevents`);

/** Commands that stand at the beginning, behind a pipe. */
export const GENERATING = wordList(`
  datamodel dbinspect dbxquery eventcount from inputcsv inputlookup loadjob makeresults metadata metasearch
  mstats multisearch rest savedsearch tstats union`);

/** Commands that do nothing without an argument. */
export const NEED_ARGUMENTS = wordList(`
  append appendcols appendpipe bin bucket chart collect convert dedup eval eventstats fieldformat fields
  foreach inputlookup join lookup makemv map mvcombine mvexpand nomv outputlookup rare regex
  rename replace rex savedsearch sort stats streamstats strcat table timechart top tstats
  union untable where xyseries`);

export const NEED_SUBSEARCH = wordList("append appendcols appendpipe foreach join multisearch");

/** Commands whose arguments are aggregations, then `by` and fields. */
export const AGGREGATING = wordList("stats eventstats streamstats tstats mstats sistats");

export const EVAL_SIGNS = wordList("+ - * / % . = == != < > <= >=");
export const EVAL_WORDS = wordList("and or xor like in not");
export const COMPARISONS = wordList("= == != < > <= >=");

/** Functions of `eval` and `where`, in lower case. */
export const FUNCTIONS = wordList(`
  abs acos acosh asin asinh atan atan2 atanh avg bit_and bit_not bit_or bit_shift_left bit_shift_right
  bit_xor bool case cast ceil ceiling cidrmatch coalesce commands cos cosh double eventcount exact exp false
  floor hypot if ifnull in int ipmask isarray isbool isdouble isint ismv isnotnull isnull isnum isobject
  isstr json json_append json_array json_array_to_mv json_delete json_entries json_extend json_extract
  json_extract_exact json_has_key_exact json_keys json_object json_set json_set_exact json_valid len
  like ln log lookup lower ltrim match max md5 min mstime mv_to_json_array mvappend mvcount mvdedup
  mvfilter mvfind mvindex mvjoin mvmap mvrange mvreverse mvsort mvsum mvzip not now null nullif object pi
  pow printf random range relative_time replace round rtrim searchmatch sha1 sha256 sha512 sigfig sin
  sinh spath split sqrt stdev stdevp strftime string strptime substr sum tan tanh time toarray tobool
  todouble toint tojson tomv tonumber toobject tostring trim true typeof upper urldecode urlencode
  validate var varp exact avg median mode perc p any all`);
