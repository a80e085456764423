/* metrics.h - the routes for monitoring: health, readiness, metrics. */
#ifndef SERVICE_METRICS_H
#define SERVICE_METRICS_H

#include "service/api/api.h"

extern const struct route_table metrics_routes;

#endif
