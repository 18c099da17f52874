import { organizationTypes } from '@atrium/contract/organizations';
import * as lists from '@atrium/contract/reference-lists';
import {
  getAlarmTypes,
  getCountApplications,
  getCountFilters,
  getDataViewTypes,
  getDwellSensorTypes,
  getIndustryTypes,
  getReportTypes,
  getResolvedReasons,
  getSensorUseTypes,
  getTemplateCategories,
  getTicketStatuses,
  getTicketTypes,
  getTriggerTypes,
  getTriggerTypesOf,
} from '@atrium/contract/reference';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';

/** The fixed lists of the contract. */
export function bindLists(http: Http): void {
  http.bind(getCountFilters, () => [...lists.countFilters]);
  http.bind(getCountApplications, () => [...lists.countApplications]);
  http.bind(getSensorUseTypes, () => [...lists.sensorUseTypes]);
  http.bind(getReportTypes, () => [...lists.reportTypes]);
  http.bind(getTicketStatuses, () => [...lists.ticketStatuses]);
  http.bind(getTicketTypes, () => [...lists.ticketTypes]);
  http.bind(getIndustryTypes, () => [...organizationTypes]);
  http.bind(getTemplateCategories, () => [...lists.templateCategories]);
  http.bind(getDwellSensorTypes, () => [...lists.sensorTypesWithDwell]);
  http.bind(getDataViewTypes, () => [...lists.dataViewTypes]);

  http.bind(getAlarmTypes, () =>
    lists.alarmTypes.map(({ id, label, alarmable }) => ({ id, label, alarmable, alarmableId: `${alarmable}Id` })),
  );
  http.bind(getTriggerTypes, () =>
    lists.alarmTypes.map(({ id, triggers }) => ({ alarmTypeId: id, triggerTypes: numbered(triggers) })),
  );
  http.bind(getTriggerTypesOf, ({ params }) => {
    const found = lists.alarmTypes.find(({ id }) => String(id) === params.alarmTypeId);
    if (!found) throw notFound('The alarm type');
    return numbered(found.triggers);
  });
  http.bind(getResolvedReasons, () =>
    lists.alarmTypes.flatMap(({ id, triggers }) =>
      numbered(triggers).map((trigger) => ({
        alarmTypeId: id,
        triggerTypeId: trigger.id,
        reasons: lists.resolvedReasons.map((reason) => ({ id: reason.id, label: reason.name })),
      })),
    ),
  );
}

function numbered(labels: readonly string[]) {
  return labels.map((label, index) => ({ id: index + 1, label }));
}
