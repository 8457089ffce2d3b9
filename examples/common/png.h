// Writes an image as PNG, without compression: enough to look at a result, and no library needed.
//
// In:  8-bit RGB pixels, row by row. Out: a file.
// Source: PNG (ISO/IEC 15948), zlib (RFC 1950), stored blocks of deflate (RFC 1951, 3.2.4).
#ifndef EXAMPLES_COMMON_PNG_H
#define EXAMPLES_COMMON_PNG_H

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace example {

class png_writer {
  public:
    // False when the file can't be written.
    static bool write(const char *path, unsigned width, unsigned height, const std::vector<std::uint8_t> &rgb)
    {
        std::string header;
        add_number(header, width);
        add_number(header, height);
        header += std::string("\x08\x02\x00\x00\x00", 5); // 8 bits, RGB, deflate, no filter, not interlaced

        std::string file("\x89PNG\r\n\x1a\n");
        add_chunk(file, "IHDR", header);
        add_chunk(file, "IDAT", stored(rows(width, height, rgb)));
        add_chunk(file, "IEND", "");

        std::FILE *f = std::fopen(path, "wb");
        if (!f)
            return false;
        const bool written = std::fwrite(file.data(), 1, file.size(), f) == file.size();
        return std::fclose(f) == 0 && written;
    }

  private:
    static void add_number(std::string &out, std::uint32_t n) // big endian
    {
        for (int shift = 24; shift >= 0; shift -= 8)
            out += static_cast<char>(n >> shift & 0xff);
    }

    static void add_chunk(std::string &out, const char *type, const std::string &data)
    {
        const std::string body = type + data;
        std::uint32_t crc = 0xffffffffu;
        for (const char c : body) {
            crc ^= static_cast<std::uint8_t>(c);
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
        }
        add_number(out, static_cast<std::uint32_t>(data.size()));
        out += body;
        add_number(out, ~crc);
    }

    // Each row begins with the number of its filter: 0, none.
    static std::string rows(unsigned width, unsigned height, const std::vector<std::uint8_t> &rgb)
    {
        std::string out;
        for (unsigned y = 0; y < height; y++) {
            out += '\0';
            out.append(reinterpret_cast<const char *>(rgb.data()) + std::size_t(y) * width * 3, std::size_t(width) * 3);
        }
        return out;
    }

    static std::string stored(const std::string &data)
    {
        std::string out("\x78\x01");
        std::uint32_t a = 1, b = 0; // Adler-32
        for (const char c : data) {
            a = (a + static_cast<std::uint8_t>(c)) % 65521;
            b = (b + a) % 65521;
        }
        for (std::size_t begin = 0; begin < data.size(); begin += 65535) {
            const std::size_t size = data.size() - begin < 65535 ? data.size() - begin : 65535;
            out += static_cast<char>(begin + size == data.size()); // the last block
            for (const std::size_t n : {size, ~size}) {
                out += static_cast<char>(n & 0xff);
                out += static_cast<char>(n >> 8 & 0xff);
            }
            out.append(data, begin, size);
        }
        add_number(out, b << 16 | a);
        return out;
    }
};

} // namespace example

#endif
