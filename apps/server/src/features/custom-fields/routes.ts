import {
  customFieldCalls,
  listFieldNames,
  listFieldValues,
  listFieldValuesOfType,
} from '@atrium/contract/custom-fields';
import { type CustomFieldType, customFieldTypes } from '@atrium/rules/custom-field';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { createCustomFields, type Named } from './custom-fields.ts';
import { namesInUse, valuesInUse } from './store.ts';

export function bindCustomFields(http: Http, registry: Registry, clock: () => Date): void {
  const fields = createCustomFields(registry, clock);
  for (const type of customFieldTypes) {
    const { list, create, update, remove } = customFieldCalls[type];
    http.bind(list, ({ scope, params }) => fields.list(scope, named(type, scope, params)));
    http.bind(create, ({ scope, params, body }) => fields.create(scope, named(type, scope, params), body));
    http.bind(update, ({ scope, params, body, seenVersion }) =>
      fields.update(scope, named(type, scope, params), params.metaPropertyId, body, seenVersion),
    );
    http.bind(remove, async ({ scope, params }) => {
      await fields.remove(scope, named(type, scope, params), params.metaPropertyId);
      return ok;
    });
  }

  http.bind(listFieldNames, ({ scope, params }) =>
    registry.tenant(scope, (tx) => namesInUse(tx, scope, clock(), params.type)),
  );
  http.bind(listFieldValues, ({ scope, params }) =>
    registry.tenant(scope, (tx) => valuesInUse(tx, scope, clock(), params)),
  );
  http.bind(listFieldValuesOfType, ({ scope, params }) =>
    registry.tenant(scope, (tx) => valuesInUse(tx, scope, clock(), params)),
  );
}

const ok = { ok: true } as const;

interface Address {
  readonly entityId?: string | undefined;
  readonly sensorId?: string | undefined;
}

function named(entityType: CustomFieldType, scope: Scope, { entityId, sensorId }: Address): Named {
  return { entityType, entityId: entityType === 'org' ? scope.orgId : (entityId ?? ''), sensorId };
}
