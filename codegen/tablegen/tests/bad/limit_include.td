include "limit_include.td"
