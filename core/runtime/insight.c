/* insight.c: leads and their values. */
#include "insight.h"

#include <math.h>

enum {
  POINTS = 10 /* a lead with a value of 3/4, by default */
};

double tes_lead(const double *score, int seats, int seat) {
  double best = 0;
  bool any = false;
  for (int i = 0; i < seats; i++) {
    if (i == seat || (any && score[i] <= best)) continue;
    best = score[i];
    any = true;
  }
  return score[seat] - best;
}

static int whole_lead(double lead) {
  const double most = INT_MAX / 2;
  return (int)(lead > most ? most : lead < -most ? -most : round(lead));
}

void tes_leads(const double *score, int seats, double points, int *lead) {
  for (int i = 0; i < seats; i++) {
    lead[i] = whole_lead(1000 / points * tes_lead(score, seats, i));
  }
}

double tes_lead_value(double lead) {
  return 0.5 + 0.5 * lead / (fabs(lead) + 1000);
}

int insight_estimate_points(const tes_rules *rules, const tes_state *state,
                            int *lead, tes_work *work) {
  tes_result result;
  double score[TES_SEATS_MAX];
  const int status = tes_result_of(rules, state, &result, work);
  if (status != TES_OK) return status;
  for (int i = 0; i < rules->seats; i++) score[i] = result.score[i];
  const double points = insight_points(rules);
  tes_leads(score, rules->seats, points > 0 ? points : POINTS, lead);
  return 0;
}
