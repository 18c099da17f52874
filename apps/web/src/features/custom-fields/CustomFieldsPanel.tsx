import { type CustomField, customFieldCalls } from '@atrium/contract/custom-fields';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconForms, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { CustomFieldDialog } from './CustomFieldDialog.tsx';
import classes from './custom-fields.module.css';
import { type FieldOwner, requestOf } from './owner.ts';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { texts } from './texts.ts';

/** The custom fields of any owner, to read or, with permission, to change. */
export function CustomFieldsPanel({ owner }: { owner: FieldOwner }) {
  const { list, create, remove } = customFieldCalls[owner.type];
  const { params, query } = requestOf(owner);
  const fields = useEndpoint(list, { params, query }, { texts: texts.read });
  const removal = useWrite(remove, texts.deleted, [list]);
  const [edited, setEdited] = useState<CustomField | 'new'>();
  const mayEdit = useMay(create);

  const askAndRemove = async ({ metaPropertyId }: CustomField) => {
    if (await confirm(texts.question)) removal.mutate({ params: { ...params, metaPropertyId }, query });
  };

  if (fields.error && !fields.data)
    return <ErrorState message={fields.error.message} onRetry={() => void fields.refetch()} />;
  const add = mayEdit && <AddButton onClick={() => setEdited('new')}>{texts.add}</AddButton>;
  return (
    <Card aria-labelledby="custom-fields">
      <PanelHead
        id="custom-fields"
        heading={texts.heading}
        intro={mayEdit ? texts.intro : texts.readOnly}
        action={fields.data && fields.data.length > 0 && add}
      />
      {!fields.data && <Skeleton height={160} />}
      {fields.data?.length === 0 && (
        <EmptyState icon={IconForms} {...(mayEdit ? texts.none : texts.noneToRead)} action={add} />
      )}
      {fields.data && fields.data.length > 0 && (
        <FieldTable
          fields={fields.data}
          {...(mayEdit && { onEdit: setEdited, onRemove: (field) => void askAndRemove(field) })}
        />
      )}
      {edited && (
        <CustomFieldDialog
          owner={owner}
          {...(edited !== 'new' && { field: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

interface TableProps {
  fields: readonly CustomField[];
  onEdit?: (field: CustomField) => void;
  onRemove?: (field: CustomField) => void;
}

function FieldTable({ fields, onEdit, onRemove }: TableProps) {
  return (
    <table className={classes['table']} aria-label={texts.heading}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.name}</th>
          <th scope="col">{texts.columns.value}</th>
          {onEdit && (
            <th scope="col" className={classes['actions']}>
              <span className={classes['heard']}>{texts.columns.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.metaPropertyId}>
            <th scope="row">{field.name}</th>
            <td>{field.value}</td>
            {onEdit && (
              <td className={classes['actions']}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.edit(field.name)}
                  onClick={() => onEdit(field)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.remove(field.name)}
                  onClick={() => onRemove?.(field)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
