import { type Address, createAddress, deleteAddress, listAddresses } from '@atrium/contract/organizations';
import { countryName } from '@atrium/rules/countries';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { toastUndo } from '../../ui/toast-undo.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { DetailCards } from './DetailCards.tsx';
import { texts } from './texts.ts';

export function AddressesTab({ orgId }: { orgId: string }) {
  const words = texts.addresses;
  const addresses = useEndpoint(listAddresses, { params: { orgId } }, { texts: words.read });
  const [edited, setEdited] = useState<Address | 'new'>();
  const remove = useWrite(deleteAddress, words.deleted, [listAddresses]);
  const restore = useWrite(createAddress, words.restored, [listAddresses]);

  const removeWithUndo = async ({ orgAddressId, version: _version, ...values }: Address) => {
    await remove.mutateAsync({ params: { orgId, orgAddressId } });
    toastUndo(words.deleted.title, words.deletedText, () => restore.mutate({ params: { orgId }, body: values }));
  };

  return (
    <>
      <DetailCards
        rows={addresses.data}
        error={addresses.error}
        onRetry={() => void addresses.refetch()}
        icon={IconMapPin}
        words={words}
        keyOf={({ orgAddressId }) => orgAddressId}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={(address) => void removeWithUndo(address).catch(() => undefined)}
      >
        {(address) => linesOf(address).map((line) => <div key={line}>{line}</div>)}
      </DetailCards>
      {edited && (
        <AddressDialog
          orgId={orgId}
          {...(edited !== 'new' && { address: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function linesOf({ street, street2, city, state, postalCode, country }: Address): string[] {
  const town = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, street2, town, country && countryName(country)].filter((line): line is string => Boolean(line));
}
