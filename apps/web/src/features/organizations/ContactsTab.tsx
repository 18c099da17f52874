import {
  type Contact,
  createContact,
  deleteContact,
  listContacts,
  updateContact,
} from '@atrium/contract/organizations';
import { IconAddressBook, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { askPhone } from '../../ui/dialogs/ask.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { toastUndo } from '../../ui/toast-undo.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { DetailCards } from './DetailCards.tsx';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

export function ContactsTab({ orgId }: { orgId: string }) {
  const words = texts.contacts;
  const contacts = useEndpoint(listContacts, { params: { orgId } }, { texts: words.read });
  const [edited, setEdited] = useState<Contact | 'new'>();
  const update = useWrite(updateContact, words.updated, [listContacts]);
  const remove = useWrite(deleteContact, words.deleted, [listContacts]);
  const restore = useWrite(createContact, words.restored, [listContacts]);

  const removeWithUndo = async ({ orgContactId, version: _version, ...values }: Contact) => {
    await remove.mutateAsync({ params: { orgId, orgContactId } });
    toastUndo(words.deleted.title, words.deletedText, () => restore.mutate({ params: { orgId }, body: values }));
  };
  const changePhone = async ({ orgContactId, phone, version }: Contact) => {
    const changed = await askPhone({ title: words.phone, initial: phone, confirm: uiTexts.save });
    if (changed !== undefined)
      update.mutate({ params: { orgId, orgContactId }, body: { phone: changed }, seenVersion: version });
  };

  return (
    <>
      <DetailCards
        rows={contacts.data}
        error={contacts.error}
        onRetry={() => void contacts.refetch()}
        icon={IconAddressBook}
        words={words}
        keyOf={({ orgContactId }) => orgContactId}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={(contact) => void removeWithUndo(contact).catch(() => undefined)}
        more={{ label: words.phone, icon: IconPhone, run: (contact) => void changePhone(contact) }}
      >
        {({ position, type, phone, email, notes }) => (
          <>
            {(position ?? type) && <div>{[position, type].filter(Boolean).join(' · ')}</div>}
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            <a href={`mailto:${email}`}>{email}</a>
            {notes && <p className={classes['notes']}>{notes}</p>}
          </>
        )}
      </DetailCards>
      {edited && (
        <ContactDialog
          orgId={orgId}
          {...(edited !== 'new' && { contact: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
