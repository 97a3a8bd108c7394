// SPDX-License-Identifier: Apache-2.0
// Rows in AMF, as the result of a call: AMF0 as an array of anonymous objects, AMF3 as an
// ArrayCollection of objects whose traits and texts are sent once and then by reference
// (AMF3 specification, 2.2 and 3.12), as Flash and BlazeDS send them.
#include <bit>
#include <string>
#include <unordered_map>

#include "decoders/writers/row_lists.h"
#include "decoders/writers/writers.h"

namespace capaudit {
namespace {

constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

class AmfOutput {
 public:
  void u8(unsigned value) { out.push_back(static_cast<std::uint8_t>(value)); }
  void u16(std::size_t value) {
    u8(static_cast<unsigned>(value >> 8 & 0xff));
    u8(static_cast<unsigned>(value & 0xff));
  }
  void u32(std::size_t value) {
    u16(value >> 16);
    u16(value & 0xffff);
  }
  void real(double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    u32(bits >> 32);
    u32(bits & 0xffffffffU);
  }
  void text(std::string_view value) {
    const Bytes bytes = as_bytes(value);
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  void utf(std::string_view value) {
    u16(value.size());
    text(value);
  }
  /// AMF3 1.3.1.
  void u29(std::size_t value) {
    if (value >= 0x200000) {
      u8(static_cast<unsigned>(value >> 22 & 0x7f) | 0x80);
      u8(static_cast<unsigned>(value >> 15 & 0x7f) | 0x80);
      u8(static_cast<unsigned>(value >> 8 & 0x7f) | 0x80);
      u8(static_cast<unsigned>(value & 0xff));
      return;
    }
    if (value >= 0x4000) {
      u8(static_cast<unsigned>(value >> 14 & 0x7f) | 0x80);
    }
    if (value >= 0x80) {
      u8(static_cast<unsigned>(value >> 7 & 0x7f) | 0x80);
    }
    u8(static_cast<unsigned>(value & 0x7f));
  }
  /// A packet with one answer, whose value follows.
  void packet(unsigned version) {
    u16(version);
    u16(0);
    u16(1);
    utf("/1/onResult");
    utf("");
    u32(0xffffffffU);
  }

  Buffer out;
};

/// Integers that no double holds are sent as text, as BlazeDS sends a BigInteger.
bool fits_double(std::int64_t value) {
  return value >= -kMaxExact && value <= kMaxExact;
}

class Amf0Cell {
 public:
  explicit Amf0Cell(AmfOutput& out) : out_(out) {}

  void operator()(std::monostate) const { out_.u8(0x05); }
  void operator()(bool value) const {
    out_.u8(0x01);
    out_.u8(value ? 1 : 0);
  }
  void operator()(std::int64_t value) const {
    if (fits_double(value)) {
      (*this)(static_cast<double>(value));
    } else {
      (*this)(std::to_string(value));
    }
  }
  void operator()(double value) const {
    out_.u8(0x00);
    out_.real(value);
  }
  void operator()(Date value) const {
    out_.u8(0x0b);
    out_.real(value.ms);
    out_.u16(0);
  }
  void operator()(const std::string& value) const {
    constexpr std::size_t kShort = 65535;
    out_.u8(value.size() > kShort ? 0x0c : 0x02);
    if (value.size() > kShort) {
      out_.u32(value.size());
    } else {
      out_.u16(value.size());
    }
    out_.text(value);
  }

 private:
  AmfOutput& out_;
};

class Amf3Cell {
 public:
  explicit Amf3Cell(AmfOutput& out) : out_(out) {}
  /// Texts that were sent before.
  void know(const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      texts_.try_emplace(texts[i], i);
    }
    next_ = texts.size();
  }

  void operator()(std::monostate) { out_.u8(0x01); }
  void operator()(bool value) { out_.u8(value ? 0x03 : 0x02); }
  void operator()(std::int64_t value) {
    constexpr std::int64_t kLimit = std::int64_t{1} << 28;
    if (value >= -kLimit && value < kLimit) {
      out_.u8(0x04);
      out_.u29(static_cast<std::size_t>(value) & 0x1fffffffU);
    } else if (fits_double(value)) {
      (*this)(static_cast<double>(value));
    } else {
      (*this)(std::to_string(value));
    }
  }
  void operator()(double value) {
    out_.u8(0x05);
    out_.real(value);
  }
  void operator()(Date value) {
    out_.u8(0x08);
    out_.u29(1);
    out_.real(value.ms);
  }
  void operator()(const std::string& value) {
    out_.u8(0x06);
    text(value);
  }
  /// A text without its marker: sent once, then by its number; the empty one never has
  /// one.
  void text(const std::string& value) {
    if (value.empty()) {
      out_.u29(1);
      return;
    }
    const auto [at, fresh] = texts_.try_emplace(value, next_);
    if (fresh) {
      ++next_;
      out_.u29(value.size() << 1 | 1);
      out_.text(value);
    } else {
      out_.u29(at->second << 1);
    }
  }

 private:
  AmfOutput& out_;
  std::unordered_map<std::string, std::size_t> texts_;
  std::size_t next_ = 0;
};

/// Rows of one class; its traits are sent with the first row, unless they were before.
class Amf3Rows {
 public:
  Amf3Rows(AmfOutput& out, Amf3Cell& cells, const Amf3Tables& tables,
           const Amf3Tables::Class& row)
      : out_(out), cells_(cells), row_(row), number_(tables.classes.size()) {
    for (std::size_t i = 0; i < tables.classes.size(); ++i) {
      const Amf3Tables::Class& known = tables.classes[i];
      if (known.type == row.type && known.members == row.members &&
          known.dynamic == row.dynamic && !known.externalizable) {
        number_ = i;
        sent_ = true;
      }
    }
  }

  void write(const Rows& rows) {
    for (std::size_t row = 0; row < rows.count(); ++row) {
      out_.u8(0x0a);
      head();
      std::size_t column = 0;
      for (const Cell& cell : rows.row(row)) {
        if (column >= row_.members.size()) {
          cells_.text(rows.columns[column]);
        }
        std::visit(cells_, cell);
        ++column;
      }
      if (row_.dynamic) {
        out_.u29(1);
      }
    }
  }

 private:
  void head() {
    if (sent_) {
      out_.u29(number_ << 2 | 0x01);
      return;
    }
    sent_ = true;
    out_.u29(row_.members.size() << 4 | (row_.dynamic ? 0x0b : 0x03));
    cells_.text(row_.type);
    for (const std::string& member : row_.members) {
      cells_.text(member);
    }
  }

  AmfOutput& out_;
  Amf3Cell& cells_;
  const Amf3Tables::Class& row_;
  std::size_t number_;
  bool sent_ = false;
};

void write_amf0_rows(const Rows& rows, const std::string& type, AmfOutput& out) {
  const Amf0Cell cells(out);
  out.u8(0x0a);
  out.u32(rows.count());
  for (std::size_t row = 0; row < rows.count(); ++row) {
    out.u8(type.empty() ? 0x03 : 0x10);
    if (!type.empty()) {
      out.utf(type);
    }
    std::size_t column = 0;
    for (const Cell& cell : rows.row(row)) {
      out.utf(rows.columns[column++]);
      std::visit(cells, cell);
    }
    out.u16(0);
    out.u8(0x09);
  }
}

Buffer write_collection(const Rows& rows, const std::string& type) {
  AmfOutput out;
  Amf3Cell cells(out);
  out.packet(3);
  out.u8(0x11);
  // The collection: externalizable, so its traits are number 0.
  out.u8(0x0a);
  out.u29(0x07);
  cells.text("flex.messaging.io.ArrayCollection");
  out.u8(0x09);
  out.u29(rows.count() << 1 | 1);
  out.u29(1);
  Amf3Tables tables;
  tables.classes.resize(1);
  tables.classes[0].externalizable = true;
  Amf3Tables::Class row;
  row.type = type;
  row.members = rows.columns;
  Amf3Rows(out, cells, tables, row).write(rows);
  return std::move(out.out);
}

}  // namespace

Buffer write_amf0(const Rows& rows) {
  AmfOutput out;
  out.packet(0);
  write_amf0_rows(rows, "", out);
  return std::move(out.out);
}

Buffer write_amf0_list(const Rows& rows, const std::string& type) {
  AmfOutput out;
  write_amf0_rows(rows, type, out);
  return std::move(out.out);
}

Buffer write_amf3_list(const Rows& rows, const Amf3Tables& tables,
                       const Amf3Tables::Class& row) {
  AmfOutput out;
  Amf3Cell cells(out);
  cells.know(tables.texts);
  out.u8(0x09);
  out.u29(rows.count() << 1 | 1);
  out.u29(1);
  Amf3Rows(out, cells, tables, row).write(rows);
  return std::move(out.out);
}

Buffer write_amf3(const Rows& rows) {
  return write_collection(rows, "Row");
}

Buffer write_amf3_anonymous(const Rows& rows) {
  return write_collection(rows, "");
}

}  // namespace capaudit
