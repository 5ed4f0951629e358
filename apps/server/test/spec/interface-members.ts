/**
 * The members that the interface gives contacts, accounts, records of custom entities, their types and fields: what a body may
 * set and what an answer shows. Names in one text, with `:` and the kind of value where it is no text.
 */

/** Kinds: `uuid`, `int`, `bool`, `time`, `link`, `links`, `rows` (array of objects), `row` (object with an id), `object`, `any`. */
export interface InterfaceMembers {
  readonly written: string;
  readonly shown: string;
}

const sharing = 'share_mode:int sharing_units:rows sharing_clients:rows documents:rows';
const sharingShown = 'share_mode:int sharing_units:links sharing_clients:links documents:links';
const system = 'is_delete_protected:bool id:uuid is_deleted:bool modified:time created:time revision:int';
const mails = 'email1 email2 email3 email4 email5 phone1 phone2 phone3 phone4 phone5';

const contactTexts = `first_name last_name middle_name title position account_position gender:int ${mails}
  address city state_province zip_code country comments quick_account_name contact_type_id:uuid picture_id:uuid owner_id:uuid unit_id:uuid
  is_unsubscribed:bool`;
const accountTexts = `account_class:int account_type_id:uuid address city comments customer_type_id:uuid ${mails} home_page
  industry_id:uuid name owner_id:uuid parent_account_id:uuid parent_account_relation_type_id:uuid picture_id:uuid
  quick_parent_account_name state_province unit_id:uuid zip_code is_unsubscribed:bool`;
const customShown = `${system} owner:link type:link unit:link name owner_id:uuid table_name type_id:uuid unit_id:uuid
  is_favorite:bool ${sharingShown}`;

export const interfaceMembers: Readonly<Record<string, InterfaceMembers>> = {
  Contact: {
    written: `${contactTexts} ${sharing} picture:row social_media:row account_relations:rows created:time revision:int`,
    shown: `${system} ${contactTexts} ${sharingShown} account_relations:links social_media:link contact_type:link owner:link picture:link
      unit:link formatted_name primary_account:link primary_account_account_roles:links primary_account_position is_favorite:bool`,
  },
  Account: {
    written: `${accountTexts} ${sharing} picture:row social_media:row created:time revision:int`,
    shown: `${system} ${accountTexts} ${sharingShown} account_type:link customer_type:link industry:link owner:link parent_account:link
      parent_account_relation_type:link picture:link unit:link health_category:any health_status:int formatted_name
      is_favorite:bool health:any social_media:link`,
  },
  CustomEntity: {
    written: `name owner_id:uuid type_id:uuid unit_id:uuid ${sharing} revision:int created:time`,
    shown: customShown,
  },
  CustomEntityType: { written: 'name', shown: customShown },
  Field: {
    written: 'entity_name name type_id data_set_id:uuid calc_formula default_value is_unique:bool',
    shown: `${system.replace('revision:int', '')} has_draft:bool entity_name api_name name use_lang:int column_name column_source:int relation_id
      relation_with_entity_id shared_with_field_id:uuid system_type:int type_id composite_field_id:uuid data_set_id:uuid
      parent_data_set_id:uuid calc_formula default_value sequence_id:uuid system_required:bool is_published:bool
      system_readonly:bool use_in_global_search:bool settings:any is_unique:bool data_set:links sequence_pattern
      is_available_for_webresource:bool lookup:any rollup:any options:any source_field_id source_type_id
      use_in_interface_preview:bool translated_name field_permissions:links primitive_type`,
  },
};
